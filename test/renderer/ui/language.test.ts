import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explanations } from '../../../main/base/error-codes.ts';
import { saleStage, saleView } from '../../../preload/contract/views.ts';
import { errorText } from '../../../renderer/ui/error-text.ts';
import { createLanguage, type TextKey } from '../../../renderer/ui/language.ts';
import { money } from '../../../renderer/ui/money.ts';

const root = resolve(import.meta.dirname, '../../..');
const language = createLanguage();
const has = (key: string): key is TextKey => language.exists(key);

function sources(folder: string, ending: RegExp): string {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && ending.test(file.name) && !file.parentPath.includes('sandbox'))
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
    .join('\n');
}

const main = sources('main', /\.ts$/);

function found(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))].sort();
}

/** Every possible error code: TillError and FieldError accept no other. */
const everyCode = [...explanations.keys()];

/** The key of the error's text. */
const errorKey = (code: string) => errorText({ code, message: '', retryable: false }, (key) => key, has, String);

describe('English', () => {
  const without = (codes: readonly string[], key: (code: string) => string) => codes.filter((code) => !has(key(code)));

  test('has words for every error, specific for sales and refunds', () => {
    const own = everyCode.filter((code) => /^(sale|refund)\./.test(code));
    expect(without(own, (code) => `error.${code}`)).toEqual([]);
    expect(everyCode.filter((code) => errorKey(code) === 'error.other')).toEqual([]);
  });

  test('typed-text errors name the character or the length limit', () => {
    const typed = everyCode.filter((code) => /^(reference|description|reason)\./.test(code));
    for (const code of typed.filter((one) => one !== 'reference.required'))
      expect
        .soft(language.t(errorKey(code) as TextKey, { skipInterpolation: true }), code)
        .toMatch(/\{\{(character|max)\}\}/);
  });

  const doings = ['cancelling', 'acknowledging', 'offline', 'asking-again', 'asked-to-wait', 'asked-to-wait.until'];
  const doingsInSources = found(main, /\bdoes\('([^']+)'\)/g);
  test('has words for every activity and every remaining sale stage', () => {
    expect(without([...doingsInSources, ...doings], (code) => `doing.${code}`)).toEqual([]);
    const left = ['creating', 'waiting', 'scanned', 'authorised', 'unknown'];
    expect(without(left, (stage) => `alarm.shown.${stage}`)).toEqual([]);
  });

  // Notices that the window makes by itself or from an error.
  const noticesInSources = found(main, /^ {2}'([\w.-]+)': (?:alarm|warning|info)\(/gm);
  const notices = [...noticesInSources, 'journal.held', 'journal.unopened', 'service.offline'];
  test('has words for every notice', () => {
    expect(without(notices, (code) => `notice.${code}`)).toEqual([]);
  });

  test('finds activity and notice codes in the sources', () => {
    expect(noticesInSources).toEqual(expect.arrayContaining(['app.fault', 'window.memory']));
    expect(doingsInSources).toEqual(expect.arrayContaining(['creating', 'searching']));
  });

  test('each stage has a word and a screen sentence', () => {
    expect(without(saleStage.options, (stage) => `stage.${stage}`)).toEqual([]);
    expect(saleStage.options.filter((stage) => !has(`following.${stage}`) && !has(`ended.${stage}`))).toEqual([]);
  });

  test('each ending rules out a money transfer', () => {
    for (const ending of saleView.shape.ending.unwrap().options) {
      const texts = saleStage.options.map((stage) => `ended.${stage}.${ending}`).filter(has);
      expect.soft(texts, ending).not.toEqual([]);
      for (const key of texts) expect.soft(language.t(key), key).toMatch(/[Nn]o money/);
    }
  });

  test('every text is used', () => {
    const texts = language.getResourceBundle('en', 'translation') as Record<string, string>;
    const asking = main + sources('renderer', /\.tsx?$/) + sources('preload', /\.ts$/) + Object.values(texts).join();
    const named = new Set([...found(asking, /'([\w.*-]+)'/g), ...found(asking, /\$t\(([\w.-]+)/g)]);
    // A template has fixed parts with any code between them; templates may be nested.
    const composed = found(asking, /`(?=([^`\n]*\$\{[^`\n]*)`)/g)
      .map((template) =>
        template.split('${').map((part, at) => (at === 0 ? part : part.slice(part.lastIndexOf('}') + 1))),
      )
      .filter((parts) => /[a-z]{3}/.test(parts.join('')))
      .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll(/[^\w-]/g, '\\$&')).join('.+')}$`));
    const choices = found(sources('renderer/ui', /^setting-words\.ts$/), /: '([\w.-]+)'/g);
    const isAsked = (key: string) => named.has(key) || composed.some((pattern) => pattern.test(key));
    const keys = Object.keys(texts).map((key) => key.replace(/_(zero|one|other)$/, ''));
    expect(keys.filter((key) => !isAsked(key) && !choices.includes(key.replace(/\.\w+$/, '')))).toEqual([]);
  });

  test('no message begins with a code, status or "error"', () => {
    const texts = Object.values(language.getResourceBundle('en', 'translation') as Record<string, string>);
    expect(texts.filter((text) => /^(error\b|[A-Z]{4,}_)/i.test(text))).toEqual([]);
  });
});

describe('the text of an error', () => {
  const told = (code: string, values?: Record<string, string | number>) =>
    errorText(
      { code, message: 'main said', retryable: false, ...(values === undefined ? {} : { values }) },
      (key, more) => language.t(key, { ...more }),
      has,
      (cents) => money(cents, 'nl-NL'),
    );

  test('names the invalid character', () => {
    expect(told('reference.character', { character: '😀' })).toContain('“😀”');
    expect(told('invalid.reference.character', { character: '😀' })).toContain('“😀”');
  });

  test('shows the amount left to refund as money', () => {
    expect(told('refund.above-remaining', { asked: 1300, remaining: 1250 })).toContain('€\u00a012,50');
  });

  test('falls back to the code family, then to the message', () => {
    expect(told('service.never-heard-of')).not.toContain('main said');
    expect(told('zebra.striped')).toContain('main said');
  });
});
