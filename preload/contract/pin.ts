import { z } from 'zod';
import { refusedAs } from './field-error-codes.ts';

export const pinField = z.string().regex(/^\d{4,8}$/, refusedAs('pin.pattern'));
