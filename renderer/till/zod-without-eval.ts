import { z } from 'zod';

// The content security policy refuses `eval`, which zod would use for its first schema.
z.config({ jitless: true });
