import { z } from 'zod';

// The content security policy refuses code compiled from text, which zod would try with its first schema.
z.config({ jitless: true });
