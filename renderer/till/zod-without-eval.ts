import { z } from 'zod';

// The content security policy refuses code that is compiled from text, which zod would try at the first schema.
z.config({ jitless: true });
