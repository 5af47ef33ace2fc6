import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/db/schema/admin.ts',
    './src/db/schema/approved.ts',
    './src/db/schema/auth.ts',
    './src/db/schema/billing.ts',
    './src/db/schema/chat.ts',
    './src/db/schema/contact.ts',
    './src/db/schema/handover.ts',
    './src/db/schema/content.ts',
    './src/db/schema/embed.ts',
    './src/db/schema/evaluations.ts',
    './src/db/schema/figures.ts',
    './src/db/schema/gaps.ts',
    './src/db/schema/imports.ts',
    './src/db/schema/knowledge.ts',
    './src/db/schema/operations.ts',
    './src/db/schema/operators.ts',
    './src/db/schema/orders.ts',
    './src/db/schema/outcomes.ts',
    './src/db/schema/visitors.ts',
    './src/db/schema/webhooks.ts',
    './src/db/schema/api-keys.ts',
  ],
  out: './src/db/migrations',
})
