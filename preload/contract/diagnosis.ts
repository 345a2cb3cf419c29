import { z } from 'zod';
import { call, managers, nothing } from './call.ts';

/** Everything that happened to one payment, as a text for the service's own support. */
export const diagnosisCalls = {
  /** By the id of a sale, a payment or a refund, a reference, or a trace id of the log. The text is English. */
  'diagnosis.read': call(
    z.object({ id: z.string().trim().min(1).max(200) }).strict(),
    z.object({ saleId: z.string(), reference: z.string(), text: z.string() }),
    managers,
  ),
  /** Main copies the text that was read last; it is noted in the record. */
  'diagnosis.copy': call(z.object({ saleId: z.string().max(64) }).strict(), nothing, managers),
} as const;
