import { expect } from 'vitest';
import type { Answer } from './client.ts';

/** The specification's value formats, as matchers. */

/** Identifiers of payments, refunds, payouts, merchants and profiles. */
export const id24 = expect.stringMatching(/^[A-Za-z0-9]{24}$/);
export const dateTime = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/);
export const link = { href: expect.stringMatching(/^https?:\/\/\S+$/) };

export type Json = Readonly<Record<string, unknown>>;

export function object(answer: Answer): Json {
  const { body } = answer;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Error(`${answer.status} with no JSON object: ${answer.text.slice(0, 200)}`);
  return { ...body };
}

export function text(answer: Answer, name: string): string {
  const value = object(answer)[name];
  if (typeof value !== 'string')
    throw new Error(`${answer.status} without the text ${name}: ${answer.text.slice(0, 200)}`);
  return value;
}

export function list(answer: Answer, name: string): readonly Json[] {
  const value = object(answer)[name];
  if (!Array.isArray(value)) throw new Error(`${answer.status} without the list ${name}: ${answer.text.slice(0, 200)}`);
  return value;
}

/** Returns the id of the created payment; the creation must have succeeded. */
export function created(answer: Answer): string {
  expect(answer.status, answer.text).toBe(201);
  return text(answer, 'paymentId');
}

/** Expects a refusal with one of `statuses`, a code and a message (docs/service.md, Error body). */
export function expectError(answer: Answer, ...statuses: readonly number[]): void {
  expect(statuses, answer.text).toContain(answer.status);
  expect(object(answer)).toMatchObject({ code: expect.stringMatching(/./), message: expect.stringMatching(/./) });
}

/** Expects a refusal with the trace ids of the Payment API's error table. */
export function expectPaymentError(answer: Answer, ...statuses: readonly number[]): void {
  expectError(answer, ...statuses);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(object(answer)).toMatchObject({ traceId: expect.stringMatching(/./), spanId: expect.stringMatching(/./) });
}
