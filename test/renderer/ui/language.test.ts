import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../../main/base/error-codes.ts';
import { serviceErrorCodes } from '../../../main/base/service-error-codes.ts';
import { NOTICES } from '../../../main/windows/notices.ts';
import { fieldErrorCodes } from '../../../preload/contract/field-error-codes.ts';
import { saleEnding, saleStage } from '../../../preload/contract/views.ts';
import { errorKey, errorText } from '../../../renderer/ui/error-text.ts';
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

/** Every code that an error can have: TillError and FieldError take no other. */
const everyCode = Object.keys({ ...errorCodes, ...serviceErrorCodes, ...fieldErrorCodes });

describe('English', () => {
  const without = (codes: readonly string[], key: (code: string) => string) => codes.filter((code) => !has(key(code)));

  test('every error has words, those of a sale or a refund words of their own', () => {
    const own = everyCode.filter((code) => /^(sale|refund)\./.test(code));
    expect(without(own, (code) => `error.${code}`)).toEqual([]);
    expect(everyCode.filter((code) => errorKey(code, has) === undefined)).toEqual([]);
  });

  test('the error of a typed text says which character, or how long', () => {
    const typed = everyCode.filter((code) => /^(reference|description|reason)\./.test(code));
    for (const code of typed.filter((one) => one !== 'reference.required'))
      expect
        .soft(language.t(errorKey(code, has) ?? 'error.other', { skipInterpolation: true }), code)
        .toMatch(/\{\{(character|max)\}\}/);
  });

  const doings = ['cancelling', 'acknowledging', 'offline', 'asking-again', 'asked-to-wait', 'asked-to-wait.until'];
  const doingsInSources = found(main, /\bdoes\('([^']+)'\)/g);
  test('whatever the till does has words, and what a sale was left as', () => {
    expect(without([...doingsInSources, ...doings], (code) => `doing.${code}`)).toEqual([]);
    const left = ['creating', 'waiting', 'scanned', 'authorised', 'unknown'];
    expect(without(left, (stage) => `alarm.shown.${stage}`)).toEqual([]);
  });

  // The window tells these by itself, or of an error.
  const notices = [...Object.keys(NOTICES), 'journal.held', 'journal.unopened', 'service.offline'];
  test('every notice has words', () => {
    expect(without(notices, (code) => `notice.${code}`)).toEqual([]);
  });

  test('the sources still write codes in the way that this file looks for', () => {
    expect(doingsInSources).toEqual(expect.arrayContaining(['creating', 'searching']));
  });

  test('each stage has a word, and a sentence on the screen where it is shown', () => {
    expect(without(saleStage.options, (stage) => `stage.${stage}`)).toEqual([]);
    expect(saleStage.options.filter((stage) => !has(`following.${stage}`) && !has(`ended.${stage}`))).toEqual([]);
  });

  test('each ending says what it means for the money', () => {
    for (const ending of saleEnding.options) {
      const texts = saleStage.options.map((stage) => `ended.${stage}.${ending}`).filter(has);
      expect.soft(texts, ending).not.toEqual([]);
      for (const key of texts) expect.soft(language.t(key), key).toMatch(/[Nn]o money/);
    }
  });

  test('every text is asked for somewhere', () => {
    const texts = language.getResourceBundle('en', 'translation') as Record<string, string>;
    const asking = main + sources('renderer', /\.tsx?$/) + sources('preload', /\.ts$/) + Object.values(texts).join();
    const named = new Set([...found(asking, /'([\w.*-]+)'/g), ...found(asking, /\$t\(([\w.-]+)/g)]);
    // A template has fixed parts, and any code between them. One template may stand in another.
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

  test('no message begins with a code, a status value or the word error', () => {
    const texts = Object.values(language.getResourceBundle('en', 'translation') as Record<string, string>);
    expect(texts.filter((text) => /^(error\b|[A-Z]{4,}_)/i.test(text))).toEqual([]);
  });
});

describe('an error told to a person', () => {
  const told = (code: string, values?: Record<string, string | number>) =>
    errorText(
      { code, message: 'main said', retryable: false, ...(values === undefined ? {} : { values }) },
      (key, more) => language.t(key, { ...more }),
      has,
      (cents) => money(cents, 'nl-NL'),
    );

  test('names the character that cannot be used', () => {
    expect(told('reference.character', { character: '😀' })).toContain('“😀”');
    expect(told('invalid.reference.character', { character: '😀' })).toContain('“😀”');
  });

  test('says what is left to refund as money', () => {
    expect(told('refund.above-remaining', { asked: 1300, remaining: 1250 })).toContain('€\u00a012,50');
  });

  test('falls back to the family, then to the words of main', () => {
    expect(told('service.never-heard-of')).not.toContain('main said');
    expect(told('zebra.striped')).toContain('main said');
  });
});
