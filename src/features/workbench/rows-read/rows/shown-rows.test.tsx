import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderBuilder } from '@/test/render-query-builder';
import { ShownRows } from './shown-rows';
import type { RowsOpening } from './use-opened-rows';

const retry = vi.fn();

function render(opening: Partial<RowsOpening<{ readonly rowCount: number }, string>>) {
  return renderBuilder({
    hasBuilder: false,
    beside: (
      <ShownRows
        data={null}
        hasFailed={false}
        retry={retry}
        {...opening}
        failed={{ title: 'Not opened', text: 'Try again.' }}
        opening={<p>Opening</p>}
        none={<p>None</p>}
      >
        {({ query, opened }) => <p>{`${opened.rowCount} of ${query}`}</p>}
      </ShownRows>
    ),
  });
}

const dataOf = (rowCount: number) => ({ rowsId: 'one', query: 'all', opened: { rowCount } });

test.each([
  [null, 'Opening'],
  [dataOf(0), 'None'],
  [dataOf(3), '3 of all'],
])('%j is shown as %s', (data, text) => {
  render({ data });
  expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('after a failure former rows are not shown, and the rows can be opened again', async () => {
  const { user } = render({ data: dataOf(3), hasFailed: true });
  expect(screen.getByRole('alert')).toHaveTextContent('Not openedTry again.');
  expect(screen.queryByText('3 of all')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});
