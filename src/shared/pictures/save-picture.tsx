import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconPhotoDown } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { fileNameOf } from '@/shared/formats/file-name';
import { useAnnounce } from '@/shared/ui/announcer';
import { downloadBlob } from '@/shared/ui/download-text';
import { IconButton } from '@/shared/ui/icon-button';
import type { Drawing } from './drawing';
import type { PictureFormat } from './drawing-file';

export interface SavePictureProps {
  /** Draws the picture when it is saved. */
  readonly getDrawing: () => Drawing;
  /** Without its extension. */
  readonly getFileName: () => string;
  /** Among many pictures: the button shows no words, which its tooltip has. */
  readonly isIcon?: boolean;
}

const FORMATS: readonly PictureFormat[] = ['svg', 'png'];

/** Saves a picture to a file, in the colours of the light scheme whichever is on screen. */
export function SavePicture({ getDrawing, getFileName, isIcon = false }: SavePictureProps) {
  const t = useTranslations('tableExport');
  const announce = useAnnounce();

  async function save(format: PictureFormat): Promise<void> {
    try {
      const { drawingFile } = await import('./drawing-file');
      const name = `${fileNameOf(getFileName())}.${format}`;
      downloadBlob(name, await drawingFile(getDrawing(), format));
      announce(t('exported', { file: name }));
    } catch {
      announce(t('notExported'));
    }
  }

  return (
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
  );
}
