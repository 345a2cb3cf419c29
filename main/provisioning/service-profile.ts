import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type ServiceProfile, serviceProfile } from '../../preload/contract/provisioning.ts';
import { fieldErrorsOf } from '../base/field-errors.ts';
import { handedText, readHandedFile } from '../base/handed-file.ts';
import { findJsonSyntaxError, isJsonObject } from '../base/json-syntax.ts';
import { TillError } from '../base/till-error.ts';

/** A profile (docs/guide/administrators.md, Service profile) only fills in a form, which a person checks and saves. */

/** A profile has about half a kilobyte. */
const LARGEST_BYTES = 64 * 1024;

/** Throws `TillError` `profile.invalid` with the first fault's `place`, and those of `readHandedFile`, `handedText`. */
export async function readServiceProfile(path: string): Promise<ServiceProfile> {
  return profileOf(await textOf(path), path);
}

/** Undefined for any other file, since provisioning gives better errors. Throws `TillError` `profile.invalid`. */
export async function profileHandedIn(path: string): Promise<ServiceProfile | undefined> {
  const text = await textOf(path).catch(() => undefined);
  if (text === undefined || findJsonSyntaxError(text) !== undefined) return undefined;
  const file: unknown = JSON.parse(text);
  // In a provisioning file both names are below `service`.
  return isJsonObject(file) && ('jwksUrl' in file || 'claimPrefix' in file) ? profileOf(text, path) : undefined;
}

/** Returns the profiles of the folder `profiles`, next to `out` in the sources and next to the archive in a package. */
export async function installedProfiles(
  outDir: string,
  report: (thrown: unknown) => void,
): Promise<readonly ServiceProfile[]> {
  const folder = ['../profiles', '../../profiles'].map((place) => join(outDir, place)).find(existsSync);
  if (folder === undefined) return [];
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  const read = await Promise.allSettled(files.map((name) => readServiceProfile(join(folder, name))));
  return read.flatMap((one) => {
    if (one.status === 'fulfilled') return [one.value];
    report(one.reason);
    return [];
  });
}

async function textOf(path: string): Promise<string> {
  return handedText(await readHandedFile(path, LARGEST_BYTES), path);
}

function profileOf(text: string, path: string): ServiceProfile {
  const syntax = findJsonSyntaxError(text);
  const parsed = serviceProfile.safeParse(syntax === undefined ? JSON.parse(text) : undefined, { reportInput: true });
  if (parsed.success) return parsed.data;
  const fault = fieldErrorsOf(parsed.error)[0];
  const place = syntax === undefined ? (fault?.path ?? '') : `line ${syntax.line}`;
  throw new TillError('profile.invalid', `${path} is not a service profile: ${place}`, {
    values: { file: basename(path), place },
  });
}
