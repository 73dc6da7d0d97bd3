import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { enter } from '@/test/enter-text';
import { renderBuilder } from '@/test/render-query-builder';
import { testField, TEST_PRICE_COLUMN } from '@/test/test-price-column';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { refinementFromParameter } from '../../model/refinement-address';
import { RefineRegion } from './refine-region';

const PRICE_COLUMN = {
  ...TEST_PRICE_COLUMN,
  fields: [
    testField('PromotionCode', { isKey: true }),
    testField('Currency', { maxLength: 3 }),
    testField('PromotionValue', { type: 'number', sqlType: 'decimal', scale: 4, isPriceColumn: true }),
    testField('ValidFrom', { type: 'date', sqlType: 'date' }),
  ],
};

/** The region in a workbench that keeps only its address. */
function Region() {
  const { address } = useWorkbenchScope();
  const { refine = null } = address;
  const read = refine === null ? null : refinementFromParameter(refine, PRICE_COLUMN.fields);
  return (
    <>
      <RefineRegion
        columns={PRICE_COLUMN.fields}
        refinement={read?.ok === true ? read.refinement : null}
        reading={null}
        refinedColumn={null}
        onClose={() => undefined}
        onAddColumns={() => undefined}
        SaveAsCheck={() => null}
      />
      <p data-testid="address">{refine}</p>
    </>
  );
}

function renderRegion() {
  const { user } = renderBuilder({ hasBuilder: false, priceColumn: PRICE_COLUMN, beside: <Region /> });
  const region = within(screen.getByRole('region', { name: 'Refine here' }));
  return { user, region, group: (name: string) => within(region.getByRole('group', { name })) };
}

test('what is added to a refinement has the focus, and says itself what is wrong with it', async () => {
  const { user, region, group } = renderRegion();
  await user.click(region.getByRole('button', { name: 'Add computed column' }));
  expect(group('Computed column 1').getByRole('combobox', { name: 'Kind' })).toHaveFocus();
  await user.click(region.getByRole('button', { name: 'Remove computed column 1' }));

  await user.click(region.getByRole('button', { name: 'Add group' }));
  const last = region.getAllByRole('group', { name: /^Condition/ }).length;
  expect(group(`Condition ${last - 1}`).getByRole('combobox', { name: 'Field' })).toHaveFocus();
  await user.click(region.getByRole('button', { name: 'Add condition' }));
  const added = group(`Condition ${last + 1}`).getByRole('combobox', { name: 'Field' });
  expect(added).toHaveFocus();
  await user.click(added);
  await user.click(await screen.findByRole('option', { name: 'PromotionValue' }));
  await user.click(region.getByRole('button', { name: 'Apply' }));
  // One message, at the value.
  expect(group(`Condition ${last + 1}`).getByRole('textbox', { name: 'Value' })).toHaveAccessibleDescription(
    'Enter a value.',
  );
  expect(region.queryByText('Enter a value that can be read.')).toBeNull();
});

test('a further computed column is proposed with a name that is free, of whatever kind', async () => {
  const { user, region, group } = renderRegion();
  const column = (number: number) => group(`Computed column ${number}`);
  const nameOf = (number: number) => column(number).getByRole('textbox', { name: 'Name' });
  const choose = async (number: number, kind: string) => {
    await user.click(column(number).getByRole('combobox', { name: 'Kind' }));
    await user.click(await screen.findByRole('option', { name: kind }));
  };
  for (const number of [1, 2]) {
    await user.click(region.getByRole('button', { name: 'Add computed column' }));
    await enter(user, column(number).getByRole('textbox', { name: 'Formula' }), String(number));
  }
  expect([nameOf(1), nameOf(2)].map((input) => (input as HTMLInputElement).value)).toEqual([
    'Computed',
    'Computed 2',
  ]);
  await user.click(region.getByRole('button', { name: 'Apply' }));
  expect(screen.getByTestId('address')).toHaveTextContent('1;!new~Computed~0~1;!new~Computed 2~0~2');
  await choose(2, 'Rounded');
  expect(nameOf(2)).toHaveValue('Rounded');
  await choose(1, 'Rounded');
  expect(nameOf(1)).toHaveValue('Rounded 2');
});

test('a computed column with a name that is taken says so, and the conditions name the other one', async () => {
  const { user, region, group } = renderRegion();
  await user.click(region.getByRole('button', { name: 'Add condition' }));
  for (const number of [1, 2, 3]) {
    await user.click(region.getByRole('button', { name: 'Add computed column' }));
    await enter(user, group(`Computed column ${number}`).getByRole('textbox', { name: 'Formula' }), '1');
  }
  const third = group('Computed column 3');
  await user.click(third.getByRole('combobox', { name: 'Kind' }));
  await user.click(await screen.findByRole('option', { name: 'Difference' }));
  await user.clear(group('Computed column 2').getByRole('textbox', { name: 'Name' }));
  await enter(user, group('Computed column 2').getByRole('textbox', { name: 'Name' }), 'promotionvalue');

  await user.click(group('Condition 1').getByRole('combobox', { name: 'Field' }));
  const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(names).toContain('PromotionValue');
  expect(names.slice(-2)).toEqual(['Computed', 'Difference']);
  await user.click(region.getByRole('button', { name: 'Apply' }));
  expect(group('Computed column 2').getByRole('alert')).toHaveTextContent(
    'The name promotionvalue is taken.',
  );
});
