import { Button, FileButton, Loader, Modal } from '@mantine/core';
import { IconFileUnknown, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useServiceClient } from '@/session/session-context';
import { useFormats } from '@/shared/formats/format-settings-context';
import { changedCells, type ChangedCell } from '../verify/changed-cells';
import { verifyInWorker } from '../verify/verify-in-worker';
import type { Verification } from '../verify/verify-export';
import { CertificateDetails } from './certificate-details';
import itemClasses from './export-item.module.css';
import classes from './verify-dialog.module.css';

export interface VerifyDialogProps {
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
  readonly onClose: () => void;
}

type Outcome =
  | { readonly kind: 'working' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'verified'; readonly verification: Verification; readonly cells: CellsOutcome };

/** The cells that differ, as far as the snapshot could be asked. */
type CellsOutcome = readonly ChangedCell[] | 'not-asked' | 'not-to-be-had';

/** Says whether an export that comes back is still what was exported. */
export function VerifyDialog({ files, onFiles, onClose }: VerifyDialogProps) {
  const t = useTranslations('export');
  const tCommon = useTranslations('common');
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('verify.title')}
      closeButtonProps={{ 'aria-label': tCommon('close') }}
    >
      <div className={classes['body']}>
        {files.length === 0 ? <p>{t('verify.intro')}</p> : <Verdict key={keyOf(files)} files={files} />}
        <div className={itemClasses['actions']}>
          <FileButton multiple onChange={onFiles}>
            {(props) => (
              <Button {...props} variant={files.length === 0 ? 'filled' : 'default'} data-autofocus>
                {t('verify.choose')}
              </Button>
            )}
          </FileButton>
        </div>
      </div>
    </Modal>
  );
}

function keyOf(files: readonly File[]): string {
  return files.map(({ name, size, lastModified }) => `${name} ${size} ${lastModified}`).join('\n');
}

function Verdict({ files }: { readonly files: readonly File[] }) {
  const t = useTranslations('export');
  const outcome = useVerification(files);
  if (outcome.kind === 'working') {
    return (
      <p role="status" className={classes['working']}>
        <Loader size="xs" /> {t('verify.working', { name: files[0]?.name ?? '' })}
      </p>
    );
  }
  if (outcome.kind === 'failed') return <p role="alert">{t('fault', { detail: 'worker' })}</p>;
  const { verification, cells } = outcome;
  switch (verification.kind) {
    case 'unchanged':
      return <Unchanged certificate={verification.certificate} />;
    case 'changed':
      return <Changed verification={verification} cells={cells} />;
    case 'needs-certificate':
      return <Unknown text={t('verify.needsCertificate', { name: files[0]?.name ?? '' })} />;
    case 'not-ours':
      return <Unknown text={t('verify.notOurs')} />;
  }
}

function useVerification(files: readonly File[]): Outcome {
  const client = useServiceClient();
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'working' });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const verify = async () => {
      try {
        const verification = await verifyInWorker(files, signal);
        const isComparable =
          verification.kind === 'changed' && verification.rowCount === verification.certificate.rows.written;
        setOutcome({ kind: 'verified', verification, cells: 'not-asked' });
        if (!isComparable) return;
        const cells = await changedCells(verification.certificate, verification.blocks, client, signal).catch(
          () => 'not-to-be-had' as const,
        );
        if (!signal.aborted) setOutcome({ kind: 'verified', verification, cells });
      } catch {
        if (!signal.aborted) setOutcome({ kind: 'failed' });
      }
    };
    void verify();
    return () => {
      controller.abort();
    };
  }, [files, client]);
  return outcome;
}

function Unchanged({ certificate }: Pick<Extract<Verification, { kind: 'unchanged' }>, 'certificate'>) {
  const t = useTranslations('export');
  const formats = useFormats();
  return (
    <>
      <div className={itemClasses['seal']} data-tone="good" role="status">
        <IconShieldCheck size={22} aria-hidden="true" />
        <div>
          <strong>{t('verify.unchanged')}</strong>
          <p className={classes['text']}>
            {t('verify.unchangedText', {
              rows: formats.formatInteger(certificate.rows.written),
              name: certificate.priceColumn,
              time: formats.formatDateTime(Date.parse(certificate.snapshot.created)),
            })}
          </p>
        </div>
      </div>
      <CertificateDetails certificate={certificate} />
    </>
  );
}

const SHOWN_RANGES = 5;
const SHOWN_CELLS = 50;

function Changed({
  verification: { certificate, rowCount, ranges },
  cells,
}: {
  readonly verification: Extract<Verification, { kind: 'changed' }>;
  readonly cells: CellsOutcome;
}) {
  const t = useTranslations('export');
  const formats = useFormats();
  const { first } = certificate.rows;
  const list = ranges
    .slice(0, SHOWN_RANGES)
    .map((range) => `${formats.formatInteger(range.first)}–${formats.formatInteger(range.last)}`)
    .join(', ');
  const isLong = ranges.length > SHOWN_RANGES;
  return (
    <>
      <div className={itemClasses['seal']} data-tone="bad" role="alert">
        <IconShieldX size={22} aria-hidden="true" />
        <div>
          <strong>{t('verify.changed')}</strong>
          {rowCount !== certificate.rows.written && (
            <p className={classes['text']}>
              {t('verify.otherRowCount', {
                found: formats.formatInteger(rowCount),
                written: formats.formatInteger(certificate.rows.written),
              })}
            </p>
          )}
          {ranges.length > 0 && (
            <p className={classes['text']}>
              {t(isLong ? 'verify.rangesAndMore' : 'verify.ranges', { list })}
            </p>
          )}
          {cells === 'not-to-be-had' && <p className={classes['text']}>{t('verify.noSnapshot')}</p>}
        </div>
      </div>
      {Array.isArray(cells) && cells.length > 0 && (
        <div className={classes['cells']}>
          <table aria-label={t('verify.cells')}>
            <thead>
              <tr>
                <th scope="col">{t('verify.row')}</th>
                <th scope="col">{t('verify.field')}</th>
                <th scope="col">{t('verify.inFile')}</th>
                <th scope="col">{t('verify.inSnapshot')}</th>
              </tr>
            </thead>
            <tbody>
              {cells.slice(0, SHOWN_CELLS).map(({ row, column, inFile, inSnapshot }: ChangedCell) => (
                <tr key={`${row} ${column}`}>
                  <td>{formats.formatInteger(row + first - 1)}</td>
                  <td>{column}</td>
                  <td>
                    <code>{inFile}</code>
                  </td>
                  <td>
                    <code>{inSnapshot}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {cells.length > SHOWN_CELLS && (
            <p>{t('verify.moreCells', { count: cells.length - SHOWN_CELLS })}</p>
          )}
        </div>
      )}
      <CertificateDetails certificate={certificate} />
    </>
  );
}

function Unknown({ text }: { readonly text: string }) {
  return (
    <p role="status" className={classes['unknown']}>
      <IconFileUnknown size={22} aria-hidden="true" /> {text}
    </p>
  );
}
