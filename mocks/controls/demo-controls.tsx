import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/Slider.css';
import '@mantine/core/styles/Switch.css';
import { Button, Drawer, NativeSelect, Slider, Switch } from '@mantine/core';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { createTranslator, useLocale } from 'use-intl';
import { useReturnedFocus } from '@/ui/components/dialog';
import type { PageControls } from '@mocks/browser';
import { DEMO_ACCOUNTS } from '@mocks/data/accounts';
import { chooseDialect, chosenDialectName, DIALECT_NAMES } from '@mocks/demo-dialect';
import { roundOf } from '@mocks/data/company/price-rounds';
import classes from './demo-controls.module.css';
import { demoMessages } from './demo-messages';

const ROW_COUNTS = [0, 1, 200, 10_000, 100_000, 1_000_000, 10_000_000];
const ITEM_COLUMN_COUNTS = [11, 200, 2_000];

export interface DemoControlsProps {
  readonly controls: PageControls;
  readonly onClose: () => void;
}

type ActionMessage = 'tokensExpired' | 'sessionEnded' | 'snapshotsExpired' | 'itemTableChanged';

/** The **Demo controls** drawer. It changes the demo's service, so that users can see every state of the console. */
export function DemoControls({ controls, onClose }: DemoControlsProps) {
  const locale = useLocale();
  // The texts come from a separate small catalog, because only the demo needs them.
  const t = useMemo(() => createTranslator({ locale, messages: demoMessages(locale) }), [locale]);
  useReturnedFocus();
  const settings = useSyncExternalStore(controls.subscribe, controls.settings);
  const isOffline = useSyncExternalStore(controls.subscribe, controls.isOffline);
  const [said, setSaid] = useState({ id: 0, text: '' });

  function say(text: string): void {
    setSaid(({ id }) => ({ id: id + 1, text }));
  }

  function act(action: () => void, words: ActionMessage): void {
    action();
    say(t(words));
  }

  function changeSource(): void {
    controls.changeSourceData();
    const { id } = roundOf(controls.sourceVersion());
    say(t('sourceChanged', { round: t(`rounds.${id}`) }));
  }

  return (
    <Drawer.Root opened onClose={onClose} position="right" size={360}>
      {/* The overlay is almost transparent, because users watch the page behind it. */}
      <Drawer.Overlay backgroundOpacity={0.15} />
      <Drawer.Content>
        <Drawer.Header role="none">
          <Drawer.Title>{t('title')}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('close')} />
        </Drawer.Header>
        <Drawer.Body>
          <div className={classes['controls']}>
            <p className={classes['intro']}>{t('intro')}</p>
            <Setting label={t('latency')} value={t('latencyValue', { ms: settings.latencyMs })}>
              <Slider
                min={0}
                max={5000}
                step={50}
                label={null}
                thumbSize={24}
                thumbLabel={t('latency')}
                value={settings.latencyMs}
                onChange={(latencyMs) => {
                  controls.changeSettings({ latencyMs });
                }}
              />
            </Setting>
            <Setting
              label={t('errorRate')}
              value={t('errorRateValue', { percent: Math.round(settings.errorRate * 100) })}
            >
              <Slider
                min={0}
                max={100}
                step={5}
                label={null}
                thumbSize={24}
                thumbLabel={t('errorRate')}
                value={Math.round(settings.errorRate * 100)}
                onChange={(percent) => {
                  controls.changeSettings({ errorRate: percent / 100 });
                }}
              />
            </Setting>
            <Switch
              label={t('offline')}
              description={t('offlineText')}
              checked={isOffline}
              onChange={(event) => {
                controls.setOffline(event.currentTarget.checked);
              }}
            />
            <NativeSelect
              label={t('dialect')}
              description={t('dialectText')}
              value={chosenDialectName()}
              data={DIALECT_NAMES.map((name) => ({ value: name, label: t(`dialects.${name}`) }))}
              onChange={(event) => {
                const name = DIALECT_NAMES.find((each) => each === event.currentTarget.value);
                if (name === undefined) return;
                chooseDialect(name);
                location.reload();
              }}
            />
            <CountSelect
              label={t('rows')}
              text={t('rowsText')}
              counts={ROW_COUNTS}
              value={settings.rowCount}
              onChange={(rowCount) => {
                controls.changeSettings({ rowCount });
              }}
            />
            <CountSelect
              label={t('itemColumns')}
              text={t('itemColumnsText')}
              counts={ITEM_COLUMN_COUNTS}
              value={settings.itemColumnCount}
              onChange={(itemColumnCount) => {
                controls.changeSettings({ itemColumnCount });
              }}
            />
            <Action
              label={t('expireAccessToken')}
              text={t('expireAccessTokenText')}
              onClick={() => {
                act(controls.expireAccessTokens, 'tokensExpired');
              }}
            />
            <Action
              label={t('endSession')}
              text={t('endSessionText')}
              onClick={() => {
                act(() => {
                  controls.revokeRefreshTokens();
                  controls.expireAccessTokens();
                }, 'sessionEnded');
              }}
            >
              <dl className={classes['passwords']}>
                {DEMO_ACCOUNTS.map(({ userName, password }) => (
                  <div key={userName}>
                    <dt>{userName}</dt>
                    <dd>
                      <code>{password}</code>
                    </dd>
                  </div>
                ))}
              </dl>
            </Action>
            <Action
              label={t('expireSnapshots')}
              text={t('expireSnapshotsText')}
              onClick={() => {
                act(controls.expireSnapshots, 'snapshotsExpired');
              }}
            />
            <Action label={t('changeSource')} text={t('changeSourceText')} onClick={changeSource} />
            <Action
              label={t('changeItemTable')}
              text={t('changeItemTableText')}
              onClick={() => {
                act(() => {
                  controls.changeSettings({ isItemTableChanged: !settings.isItemTableChanged });
                }, 'itemTableChanged');
              }}
            />
            <p role="status" className={classes['said']}>
              {/* The key creates a new element each time, which screen readers announce even if its text is unchanged. */}
              <span key={said.id}>{said.text}</span>
            </p>
          </div>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Setting(props: {
  readonly label: string;
  readonly value: string;
  readonly children: React.ReactNode;
}) {
  return (
    <div>
      <p className={classes['setting']}>
        <span className={classes['label']}>{props.label}</span>
        <span className={classes['value']}>{props.value}</span>
      </p>
      {props.children}
    </div>
  );
}

function CountSelect(props: {
  readonly label: string;
  readonly text: string;
  readonly counts: readonly number[];
  readonly value: number;
  readonly onChange: (count: number) => void;
}) {
  const counts = [...new Set([...props.counts, props.value])].toSorted((a, b) => a - b);
  return (
    <NativeSelect
      label={props.label}
      description={props.text}
      value={String(props.value)}
      data={counts.map((count) => ({ value: String(count), label: count.toLocaleString() }))}
      onChange={(event) => {
        props.onChange(Number(event.currentTarget.value));
      }}
    />
  );
}

function Action(props: {
  readonly label: string;
  readonly text: string;
  readonly onClick: () => void;
  readonly children?: React.ReactNode;
}) {
  return (
    <div>
      <Button variant="default" fullWidth onClick={props.onClick}>
        {props.label}
      </Button>
      <p className={classes['hint']}>{props.text}</p>
      {props.children}
    </div>
  );
}
