import { Group, Stack, Text, Title } from '@mantine/core';
import {
  IconEye,
  IconEyeOff,
  IconLock,
  IconPencil,
  IconPencilOff,
  IconQuestionMark,
  IconX,
} from '@tabler/icons-react';
import { useImperativeHandle, useRef, type Ref } from 'react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { IconButton } from '@/ui/components/icon-button';
import { Section } from '@/ui/components/section';
import type { OpenRow, SchemaRow } from '../model/schema-row';
import classes from './column-details.module.css';
import { CopyButton } from './copy-button';
import { MemberList } from './member-list';
import { useColumnMeaning, useRightsText } from './use-schema-text';

export interface ColumnDetailsHandle {
  readonly focus: () => void;
}

export interface ColumnDetailsProps {
  readonly row: SchemaRow;
  readonly priceColumns: readonly PriceColumn[];
  readonly onClose: () => void;
  readonly handleRef: Ref<ColumnDetailsHandle>;
}

/** Shows all metadata of one column beside the table. A locked column has only its name and the right that it requires. */
export function ColumnDetails({ row, priceColumns, onClose, handleRef }: ColumnDetailsProps) {
  const t = useTranslations('itemSchema');
  const headingRef = useRef<HTMLHeadingElement>(null);
  useImperativeHandle(handleRef, () => ({ focus: () => headingRef.current?.focus() }));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the panel closes if Escape is pressed inside it
    <section
      aria-label={t('details.panel')}
      className={classes['panel']}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <header className={classes['header']}>
        <Group mih={32} gap={8} justify="space-between" wrap="nowrap">
          <Title order={2} size="lg" ref={headingRef} tabIndex={-1} className={classes['title'] ?? ''}>
            {row.name}
          </Title>
          <IconButton label={t('details.close')} size={28} onClick={onClose}>
            <IconX size={16} stroke={1.8} />
          </IconButton>
        </Group>
      </header>
      {row.kind === 'open' && <Meaning row={row} />}
      <Rights row={row} />
      {row.kind === 'locked' && (
        <Text size="sm" c="dimmed" mt={12}>
          {t('details.withheld')}
        </Text>
      )}
      {priceColumns.length > 0 && (
        <Section title={t('details.usedIn')} order={3} size="sm" mt={18}>
          <Group
            component="ul"
            gap="4px 14px"
            align="stretch"
            m="4px 0 14px"
            p={0}
            fz="sm"
            className={classes['links'] ?? ''}
          >
            {priceColumns.map(({ name, displayName }) => (
              <li key={name}>
                <Link to="/prices/$priceColumn" params={{ priceColumn: name }}>
                  {displayName}
                </Link>
              </li>
            ))}
          </Group>
        </Section>
      )}
      <Group gap={6}>
        <CopyButton
          label={t('details.copyName')}
          caption={t('details.copyName')}
          text={row.name}
          what={row.name}
        />
        {row.kind === 'open' ? (
          <CopyButton
            label={t('details.copyRecord')}
            caption={t('details.copyRecord')}
            text={JSON.stringify(row.column.raw, null, 2)}
            what={t('copy.record', { name: row.name })}
          />
        ) : (
          row.viewRight.id !== null && (
            <CopyButton
              label={t('details.copyRight')}
              caption={t('details.copyRight')}
              text={row.viewRight.id}
              what={row.viewRight.id}
            />
          )
        )}
      </Group>
      {row.kind === 'open' && (
        <>
          <Title order={3} size="sm" mt={18}>
            {t('details.metadata')}
          </Title>
          {row.isIncomplete && (
            <Text size="sm" c="var(--cn-warning)" mt={12}>
              {t('details.incomplete')}
            </Text>
          )}
          <MemberList row={row} />
        </>
      )}
    </section>
  );
}

function Meaning({ row }: { readonly row: OpenRow }) {
  const describe = useColumnMeaning(row);
  return <Text mt={4}>{describe}</Text>;
}

function Rights({ row }: Pick<ColumnDetailsProps, 'row'>) {
  const rightsText = useRightsText();
  const ViewIcon =
    VIEW_ICONS[row.kind === 'locked' ? 'locked' : row.viewRight?.held === 'unknown' ? 'unknown' : 'visible'];
  return (
    <Stack component="ul" gap={6} m="14px 0 0" p="10px 12px" fz="sm" className={classes['rights'] ?? ''}>
      <Group
        component="li"
        gap={8}
        align="stretch"
        wrap="nowrap"
        data-denied={row.kind === 'locked' || undefined}
      >
        <ViewIcon size={16} stroke={1.6} aria-hidden="true" />
        <span>{rightsText.view(row)}</span>
      </Group>
      {row.kind === 'open' && <EditRight row={row} sentence={rightsText.edit(row)} />}
    </Stack>
  );
}

const VIEW_ICONS = { visible: IconEye, locked: IconLock, unknown: IconEyeOff } as const;
const EDIT_ICONS = { editable: IconPencil, 'read-only': IconPencilOff, unknown: IconQuestionMark } as const;

function EditRight({ row, sentence }: { readonly row: OpenRow; readonly sentence: string }) {
  const Icon = EDIT_ICONS[row.edit.state];
  return (
    <Group component="li" gap={8} align="stretch" wrap="nowrap">
      <Icon size={16} stroke={1.6} aria-hidden="true" />
      <span>{sentence}</span>
    </Group>
  );
}
