import { useState } from 'react';
import { TextField } from '../../renderer/ui/form/text-field.tsx';
import { numberFormat } from '../../renderer/ui/formats.ts';
import { settingName } from '../../renderer/ui/setting-words.ts';
import type { TillRow } from '../web/contract.ts';
import { Alerts, alertText } from './alerts.tsx';
import { useAnswer } from './ask.ts';
import { Enrol, EnrolAgain } from './enrol.tsx';
import { useHere, useMe } from './here.ts';
import styles from './parts.module.css';
import {
  ActButton,
  Answered,
  type Column,
  Facts,
  Go,
  List,
  Pages,
  Panel,
  SearchBox,
  State,
  Tabs,
  WithDetails,
} from './parts.tsx';
import { type ChainWords, useText } from './words.ts';

const EVERY_MS = 15_000;
const shows = ['all', 'troubled', 'ended'] as const;

export function Tills() {
  const words = useText();
  const { t } = words;
  const { may, seen } = useMe();
  const here = useHere();
  const [text, setText] = useState('');
  const [page, chosen] = [here.number('page') ?? 0, here.number('chosen')];
  const show = shows.find((one) => one === here.of('show')) ?? 'all';
  const answer = useAnswer('tills', { show, shop: here.of('shop'), text, page }, EVERY_MS);
  const counts = answer.value?.counts;
  return (
    <>
      <div className={styles.bar}>
        <Tabs
          name={t('chain.view.tills')}
          current={show}
          tabs={shows.map((value) => ({ value, text: `${t(`chain.tills.${value}`)} ${counts?.[value] ?? ''}` }))}
        />
        <SearchBox name={t('chain.tills.find')} value={text} change={setText} />
        {may('manager') && seen.length > 0 && <Enrol />}
        {may('admin') && <AddShop />}
      </div>
      <WithDetails chosen={chosen === undefined ? null : <Chosen key={chosen} till={chosen} changed={answer.read} />}>
        <List
          of={answer}
          name={t('chain.view.tills')}
          acts={({ more }) => <Pages page={page} more={more} />}
          columns={columnsOf(words)}
          keyOf={(row) => String(row.till)}
          href={(row) => here.link({ chosen: row.till })}
          isOpen={(row) => row.till === chosen}
          empty={t(show === 'all' && text === '' ? 'chain.tills.none' : 'chain.tills.none-here')}
        />
      </WithDetails>
    </>
  );
}

function columnsOf({ t, nearTime, has }: ChainWords): readonly Column<TillRow>[] {
  const amount = (value: number) => numberFormat(t('format.figures'), {}).format(value);
  return [
    { head: t('chain.till'), cell: ({ name }) => name, below: ({ shopName }) => shopName },
    { head: t('chain.tills.seen'), cell: ({ lastSeen }) => lastSeen !== null && nearTime(lastSeen, Date.now()) },
    { head: t('chain.tills.backlog'), isNumber: true, cell: ({ status }) => status && amount(status.backlog) },
    { head: t('chain.tills.version'), cell: ({ status }) => status?.appVersion },
    {
      head: t('chain.tills.state'),
      cell: ({ alerts }) =>
        alerts.length === 0 ? (
          <State tone="green">{t('checks.state.ok')}</State>
        ) : (
          [...new Set(alerts.map(({ kind }) => alertText(kind, { t, has })))].map((text) => (
            <div key={text}>
              <State tone="red">{text}</State>
            </div>
          ))
        ),
    },
    { head: t('nav.settings'), cell: ({ settings }) => <SettingsState of={settings} /> },
  ];
}

const settingTones = { none: 'grey', applied: 'green', waits: 'amber', failed: 'red' } as const;

function SettingsState({ of }: { readonly of: TillRow['settings'] }) {
  const { t } = useText();
  return <State tone={settingTones[of]}>{t(`chain.settings.state.${of}`)}</State>;
}

interface DetailsProps {
  readonly of: TillRow;
  changed(): void;
}

/** Read individually: the till may be on another page of the list. */
function Chosen({ till, changed }: { readonly till: number; changed(): Promise<void> }) {
  const answer = useAnswer('tills', { show: 'all', till }, EVERY_MS);
  const both = () => void Promise.all([answer.read(), changed()]);
  return <Answered of={answer}>{({ rows: [of] }) => of && <TillDetails of={of} changed={both} />}</Answered>;
}

function TillDetails({ of, changed }: DetailsProps) {
  const words = useText();
  const { t, dayAndTime } = words;
  const { may } = useMe();
  const here = useHere();
  const { status, settingsWhy } = of;
  const works = (state: string) => t(state === 'ok' ? 'checks.state.ok' : 'chain.tills.is.fault');
  const size = (bytes: number | undefined) => {
    if (bytes === undefined) return undefined;
    const [unit, scale] = bytes < 1e9 ? ['megabyte', 1e6] : ['gigabyte', 1e9];
    return numberFormat(t('format.figures'), { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / scale);
  };
  return (
    <Panel
      name={of.name}
      acts={
        <>
          <Go to={here.link({ shop: of.shop, till: of.till }, 'today')}>{t('chain.tills.today')}</Go>
          {may('manager') && of.endedAt === null && <Rename of={of} changed={changed} />}
          {may('manager') && of.endedAt === null && <EnrolAgain till={of.till} />}
          {may('manager') && of.endedAt === null && <End of={of} changed={changed} />}
        </>
      }
    >
      <Facts
        of={[
          [t('chain.shop'), of.shopName],
          [t('chain.tills.terminal'), of.terminal],
          [t('settings.service.environment'), of.environment],
          [t('chain.tills.enrolled'), dayAndTime(of.enrolledAt)],
          [t('chain.tills.ended'), of.endedAt && dayAndTime(of.endedAt)],
          [t('chain.tills.seen'), of.lastSeen && dayAndTime(of.lastSeen)],
          [t('chain.tills.clock'), clockText(status, words)],
          [t('checks.name.keychain'), status && works(status.keychain)],
          [t('checks.name.journal'), status && works(status.journal)],
          [t('chain.tills.journal-size'), size(status?.journalBytes)],
          [t('chain.tills.disk'), size(status?.diskFree)],
          [t('nav.settings'), <SettingsState key="state" of={of.settings} />],
          [t('chain.settings.why'), settingsWhy && whyText(settingsWhy, words)],
        ]}
      />
      <Alerts till={of.till} />
    </Panel>
  );
}

function clockText(status: TillRow['status'], { t }: ChainWords): string | undefined {
  if (status === null) return undefined;
  if (!status.clockKnown) return t('chain.tills.clock.unknown');
  const seconds = Math.round((status.skewMs ?? 0) / 1_000);
  return t(seconds < 0 ? 'chain.tills.clock.ahead' : 'chain.tills.clock.behind', { count: Math.abs(seconds) });
}

function whyText({ code, path }: NonNullable<TillRow['settingsWhy']>, words: ChainWords): string {
  const why = words.error({ code, message: code, retryable: false });
  return path === undefined ? why : `${settingName(path, words)}: ${why}`;
}

function Rename({ of, changed }: DetailsProps) {
  const { t } = useText();
  const [name, setName] = useState(of.name);
  return (
    <ActButton
      text={t('chain.tills.rename')}
      confirm={t('settings.save')}
      act="till.save"
      body={{ till: of.till, name }}
      opening={() => setName(of.name)}
      done={changed}
    >
      <TextField
        label={t('people.name')}
        value={name}
        max={60}
        hint={t('chain.tills.rename.hint')}
        fault={undefined}
        first
        change={setName}
      />
    </ActButton>
  );
}

function End({ of, changed }: DetailsProps) {
  const { t } = useText();
  const end = t('chain.tills.end');
  return (
    <ActButton text={end} kind="danger" confirm={end} act="till.end" body={{ till: of.till }} done={changed}>
      <p>{t('chain.tills.end.text')}</p>
    </ActButton>
  );
}

function AddShop() {
  const { t } = useText();
  const [of, setOf] = useState({ shop: '', name: '' });
  const isFull = of.shop.trim() !== '' && of.name.trim() !== '';
  return (
    <ActButton
      text={t('chain.shop.add')}
      confirm={t('settings.save')}
      act="shop.save"
      body={of}
      blocked={!isFull}
      done={() => location.reload()}
    >
      <TextField
        label={t('settings.shop.shopId')}
        value={of.shop}
        hint={t('chain.shop.id.hint')}
        fault={undefined}
        first
        change={(shop) => setOf({ ...of, shop })}
      />
      <TextField
        label={t('settings.shop.shopName')}
        value={of.name}
        max={60}
        fault={undefined}
        change={(name) => setOf({ ...of, name })}
      />
    </ActButton>
  );
}
