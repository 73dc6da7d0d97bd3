import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconPhotoDown } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { fileNameOf } from '@/lib/formats/file-name';
import { useAnnounce } from '@/ui/components/announcer';
import { downloadBlob } from '@/ui/components/download-text';
import { IconButton } from '@/ui/components/icon-button';
import type { PictureFormat } from './picture-file';
import classes from './save-picture.module.css';

export interface SavePictureProps {
  /** The text above the chart. It is also the title of the SVG file, for users of screen readers. */
  readonly title: string;
  /** Renders the chart for the file, without its controls. */
  readonly renderPicture: () => ReactNode;
  /** Returns sentences that the file shows below the chart. */
  readonly getNotes?: () => readonly string[];
  /** Returns the name of the file without its extension; by default the title. */
  readonly getFileName?: () => string;
  /** Whether the button shows only an icon, with its label as tooltip. Use it for screens with many charts. */
  readonly isIcon?: boolean;
}

const FORMATS: readonly PictureFormat[] = ['svg', 'png'];

/** A menu that saves a chart to a file: with its title, in a fixed width, and always in the colors of the light scheme. */
export function SavePicture(props: SavePictureProps) {
  const { title, renderPicture, getNotes, getFileName = () => title, isIcon = false } = props;
  const t = useTranslations('tableExport');
  const announce = useAnnounce();
  const [isDrawn, setDrawn] = useState(false);
  const sheet = useRef<HTMLElement>(null);

  async function save(format: PictureFormat): Promise<void> {
    try {
      const { pictureFile } = await import('./picture-file');
      flushSync(() => setDrawn(true));
      if (sheet.current === null) throw new Error('There is no picture any more.');
      const name = `${fileNameOf(getFileName())}.${format}`;
      downloadBlob(name, await pictureFile(sheet.current, title, format));
      announce(t('exported', { file: name }));
    } catch {
      announce(t('notExported'));
    } finally {
      setDrawn(false);
    }
  }

  return (
    <>
      <Menu position="bottom-end" width={160}>
        <Menu.Target>
          {isIcon ? (
            <IconButton label={t('savePicture')} size={24}>
              <IconPhotoDown size={14} />
            </IconButton>
          ) : (
            <Button
              variant="default"
              size="compact-sm"
              flex="none"
              leftSection={<IconPhotoDown size={15} />}
              rightSection={<IconChevronDown size={14} />}
            >
              {t('savePicture')}
            </Button>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          {FORMATS.map((format) => (
            <Menu.Item key={format} onClick={() => void save(format)}>
              {t(`pictureFormats.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {isDrawn &&
        createPortal(
          <figure ref={sheet} className={classes['sheet']} aria-hidden inert>
            <figcaption className={classes['title']}>{title}</figcaption>
            {renderPicture()}
            {getNotes?.().map((note) => (
              <p key={note} className={classes['note']}>
                {note}
              </p>
            ))}
          </figure>,
          document.body,
        )}
    </>
  );
}
