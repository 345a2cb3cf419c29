import { describe, expect, test } from 'vitest';
import { explanations } from '../../../main/base/error-codes.ts';
import { language } from '../../../preload/contract/setting-values.ts';
import { saleStage, saleView } from '../../../preload/contract/views.ts';
import { errorText } from '../../../renderer/ui/error-text.ts';
import { createLanguage, loadLanguage, type TextKey } from '../../../renderer/ui/language.ts';
import { textsOf } from '../../page/texts.ts';

const english = textsOf('en');
const others = ['nl', 'fr', 'de'] as const;

/** Keys of texts that may equal the English text, with the reason. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/^app\.name$/, 'a name'],
  [/^format\./, 'how amounts and times are written'],
  [/^language\.(en|nl|fr|de)$/, 'each language by its own name'],
  [/^amount\.empty$/, 'an amount'],
  [/^environment\.PRE?PROD$|^environment\.PROD$/, 'names that the service gives'],
  [/^receipt\.mark\.PREPROD$/, 'a name that the service gives'],
  [/^paper\.size\.A4$/, 'the same everywhere'],
  [/^settings\.(group|counter\.printing)\.printer$/, 'the same word in Dutch'],
  [/^(band|environment|receipt\.mark)\.TRAINING$|^first\.training$/, 'Dutch says training too'],
  [/^service\.(online|offline)$/, 'Dutch says online too'],
  [/^settings\.counter\.sound\.volume$/, 'the same word in Dutch and French'],
  [/^settings\.counter\.display\.logo$/, 'the same word everywhere'],
  [/^about\.licences$/, 'the same word in French'],
  [/^settings\.part\.updates$/, 'the same word in Dutch'],
  [/^support\.tab\.logs$/, 'the word of technicians in Dutch and German'],
  [/^settings\.app\.number$/, 'the same word in Dutch and German'],
  [/^error\.refund-limit\.range$/, 'a figure'],
  [/^export\.column\.(message|net)$/, 'the same word in French'],
  [/^checks\.name\.(printer|callback|versions)$/, 'the same word in Dutch or French'],
  [/^screens\.rotation\./, 'a figure'],
  [/^(kiosk\.group|settings\.counter\.kiosk\.on|guide\.step\.(account|printer|pin|service))$/, 'the word of the shop'],
  [/^backup\.(kilobytes|megabytes)$/, 'units'],
  [/^figures\.total$/, 'the same word in French'],
  [/^head-office\.code$/, 'the same word everywhere'],
  [/^provision\.passphrase$/, 'the same word in German'],
  [/^(people\.(name|pin|role\.(manager|support))|nav\.support)$/, 'the word of the shop, whatever its language'],
];

/**
 * Words that the glossaries rule out, except words with a correct use elsewhere (docs/languages.md,
 * languages-fr-de.md).
 */
const NEVER = {
  nl: /\b(support|retour|crediteren|cancelen|geautoriseerd|transactie|referentie|display|journaal|keychain|terminal|snelle bedragen|ondertekeningssleutel|publieke|wachtwoordzin)\b/i,
  fr: /\b(support|terminal|transaction|rendus?|gérant|manager|paramètres|afficheur|entraînement|fournisseur)(?!\p{L})/iu,
  de: /\b(Rechners?|Maschine|Terminal|Transaktion|Vorgang|Quittung|Gutschrift|Chef|Manager|Hotline|Rückruf|Schulung|Kundendisplay|Verwalters?)\b/i,
} as const;

const placeholders = (text: string) =>
  [...text.matchAll(/\$t\([\w.]+|\{\{?\w+(?:, number)?\}?\}/g)].map(([found]) => found).sort();

/** `settings.faults` of `settings.faults_one`: plural forms differ between languages. */
const withoutForm = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

const counted = [...new Set(Object.keys(english).filter((key) => withoutForm(key) !== key))].map(withoutForm);

/** Plural forms that a language requires. `zero` is excluded: any text may have that form. */
const formsOf = (spoken: string) =>
  new Intl.PluralRules(spoken).resolvedOptions().pluralCategories.filter((form) => form !== 'zero');

describe.each(others)('%s', (spoken) => {
  const texts = textsOf(spoken);

  test('has the English keys once each, in English order', () => {
    const keys = [...new Set(Object.keys(texts).map(withoutForm))];
    expect(keys).toEqual([...new Set(Object.keys(english).map(withoutForm))]);
  });

  test('leaves no text empty or untranslated', () => {
    const left = Object.entries(texts).filter(
      ([key, text]) => text.trim() === '' || (text === english[key] && !SAME.some(([pattern]) => pattern.test(key))),
    );
    expect(left).toEqual([]);
  });

  test('gives no two English sentences the same translation', () => {
    // An error and its notice may say the same in other words.
    const sentences = Object.keys(texts).filter(
      (key) => key in english && !/^(error|notice)\./.test(key) && /[.?]$/.test(texts[key] ?? ''),
    );
    const meant = new Map<string, string | undefined>();
    const wrong = sentences.filter((key) => {
      const text = texts[key] ?? '';
      if (!meant.has(text)) meant.set(text, english[key]);
      return meant.get(text) !== english[key];
    });
    expect(wrong).toEqual([]);
  });

  test('uses only words allowed by the glossary', () => {
    // References to nested texts are removed: their keys contain English words.
    const own = Object.entries(texts).map(([key, text]) => [key, text.replaceAll(/\$t\([\w.-]+/g, '')] as const);
    expect(own.filter(([, text]) => NEVER[spoken].test(text))).toEqual([]);
  });

  test('has the same placeholders as English', () => {
    const wrong = Object.entries(texts).filter(([key, text]) => {
      const model = english[key] ?? english[`${withoutForm(key)}_other`] ?? '';
      // The singular form may omit the figure.
      const needed = placeholders(model).filter((name) => !(key.endsWith('_one') && /^\{\{count/.test(name)));
      const given = placeholders(text).filter((name) => !(key.endsWith('_one') && /^\{\{count/.test(name)));
      return needed.join() !== given.join();
    });
    expect(wrong).toEqual([]);
  });

  test('has each plural form of the language', () => {
    expect(counted.length).toBeGreaterThan(2);
    const missing = counted.flatMap((key) =>
      formsOf(spoken)
        .map((form) => `${key}_${form}`)
        .filter((form) => !(form in texts)),
    );
    expect(missing).toEqual([]);
  });

  test('begins no text with a code, status or "error"', () => {
    const told = Object.values(texts).filter((text) => /^(error|fout|erreur|fehler)\b|^[A-Z]{4,}_/i.test(text));
    // Faults of an administrator's file are counted, and the count stands first.
    expect(told.filter((text) => !/^(Fout|Erreur|Fehler) \{\{number\}\}/.test(text))).toEqual([]);
  });

  test('shows codes from main as text, never as keys', async () => {
    const i18n = createLanguage();
    await loadLanguage(i18n, spoken);
    await i18n.changeLanguage(spoken);
    const has = (key: string): key is TextKey => key in english;
    const keyOf = (code: string) => errorText({ code, message: '', retryable: false }, (key) => key, has, String);
    const keys = [
      ...[...explanations.keys()].map(keyOf),
      ...saleStage.options.map((stage) => `stage.${stage}`),
      ...saleView.shape.ending
        .unwrap()
        .options.flatMap((ending) => saleStage.options.map((stage) => `ended.${stage}.${ending}`)),
    ].filter((key) => key in english);
    expect(keys.length).toBeGreaterThan(100);
    for (const key of keys) expect(i18n.t(key as TextKey, { skipInterpolation: true })).toBe(texts[key]);
  });
});

test('each language has its format of money and times', () => {
  const region = (spoken: string) => textsOf(language.parse(spoken))['format.figures'];
  expect(language.options.map(region)).toEqual(['nl-NL', 'nl-NL', 'fr-FR', 'de-DE']);
});

test.each([
  ['en', 'TRAINING'],
  ['nl', 'TRAINING'],
  ['fr', 'FORMATION'],
  ['de', 'ÜBUNG'],
] as const)('in %s, training is marked %s on windows and paper', (spoken, mark) => {
  const texts = textsOf(spoken);
  expect([texts['band.TRAINING'], texts['receipt.mark.TRAINING']]).toEqual([mark, mark]);
  expect(texts['receipt.band.TRAINING']).toMatch(new RegExp(`^${mark} `));
});

test('each language uses the same names for all languages', () => {
  for (const spoken of language.options)
    expect(language.options.map((one) => textsOf(spoken)[`language.${one}`])).toEqual(
      language.options.map((one) => english[`language.${one}`]),
    );
});
