import type {
  EntitlementOptions,
  Entitlements,
  EntitlementsResponse,
  EntitlementsUpdate,
} from '@org/api-client/contract'
import { desc, eq } from 'drizzle-orm'
import { normalisedEmail } from '../auth/auth.service.ts'
import type { Db, Transaction } from '../db/database.ts'
import { entitlements } from '../db/schema/admin.ts'
import { users } from '../db/schema/auth.ts'
import { configurators, widgetSignups } from '../db/schema/embed.ts'
import { listPrompts, toPromptIds } from './system-prompts.store.ts'
import { changesBetween, type Edit, recordChange } from '../audit/audit.store.ts'

type EntitlementsRow = typeof entitlements.$inferSelect

/** Limits of one person. An empty list sets no limit. */
export type EntitlementLists = Pick<
  EntitlementsRow,
  'allowedTools' | 'allowedAuthors' | 'allowedModels' | 'systemPrompts'
>

// Specification 2, section 9: recent signups shown.
const recentSignups = 20

/** Limits of a person without stored ones: none. */
export const noLimits: EntitlementLists = {
  allowedTools: [],
  allowedAuthors: [],
  allowedModels: [],
  systemPrompts: [],
}

/** Finds the limits of the person with this address. */
export async function findEntitlements(db: Db | Transaction, email: string): Promise<EntitlementLists> {
  const [row] = await db
    .select()
    .from(entitlements)
    .where(eq(entitlements.email, normalisedEmail(email)))
  return row ?? noLimits
}

/** Returns the limits of an address for an admin, with the newest sign-ups through widgets. */
export async function lookUpEntitlements(db: Db, email: string): Promise<EntitlementsResponse> {
  const address = normalisedEmail(email)
  const [lists, accounts, signups] = await Promise.all([
    findEntitlements(db, address),
    db.select({ id: users.id }).from(users).where(eq(users.email, address)),
    db
      .select()
      .from(widgetSignups)
      .orderBy(desc(widgetSignups.createdAt), desc(widgetSignups.id))
      .limit(recentSignups),
  ])
  return {
    entitlements: toWire(lists),
    has_account: accounts.length > 0,
    signups: signups.map((signup) => ({
      email: signup.email,
      created_at: signup.createdAt.toISOString(),
      embed_id: signup.embedId,
    })),
  }
}

/**
 * Stores what a person may use: `merge` unites each list with what is stored and keeps those that are left out,
 * `replace` stores exactly what is given, and empties those that are left out. Prompts given by their text are stored
 * as prompts and referred to by id.
 */
export async function saveEntitlements(
  db: Db,
  update: EntitlementsUpdate,
  masterPrompt: string,
  edit: Edit,
): Promise<Entitlements> {
  const email = normalisedEmail(update.email)
  return db.transaction(async (tx) => {
    await tx
      .insert(entitlements)
      .values({ email, ...noLimits, updatedAt: edit.at })
      .onConflictDoNothing()
    // Held until the end, so that of two merges at once neither is lost.
    const [row = noLimits] = await tx
      .select()
      .from(entitlements)
      .where(eq(entitlements.email, email))
      .for('update')
    const next = (stored: readonly string[], given: readonly string[] | undefined) => [
      ...new Set(update.mode === 'merge' ? [...stored, ...(given ?? [])] : given),
    ]
    const toIds = (entries: readonly string[]) =>
      toPromptIds(tx, entries, { master: masterPrompt, at: edit.at })
    const storedPrompts = await toIds(row.systemPrompts)
    const givenPrompts = update.system_prompts && (await toIds(update.system_prompts))
    const lists: EntitlementLists = {
      allowedTools: next(row.allowedTools, update.allowed_tools),
      allowedAuthors: next(row.allowedAuthors, update.allowed_authors),
      allowedModels: next(row.allowedModels, update.allowed_models),
      systemPrompts: next(storedPrompts, givenPrompts),
    }
    await tx
      .update(entitlements)
      .set({ ...lists, updatedAt: edit.at })
      .where(eq(entitlements.email, email))
    const changes = changesBetween(toWire(row), toWire(lists))
    if (changes.length > 0) {
      const entry = { action: 'update', kind: 'entitlements', subject: email, organisationId: null } as const
      await recordChange(tx, { ...entry, changes }, edit)
    }
    return toWire(lists)
  })
}

/** Names of models that were checked when they were saved: those of the master settings, of widgets and of an address. */
export async function modelsInUse(
  db: Db,
  email: string,
  masterModels: readonly string[],
): Promise<Set<string | null>> {
  const [widgets, { allowedModels }] = await Promise.all([
    db.selectDistinct({ model: configurators.model }).from(configurators),
    findEntitlements(db, email),
  ])
  return new Set([...masterModels, ...widgets.map(({ model }) => model), ...allowedModels])
}

/** The models and prompts that entitlements may hold: those of the master settings and of the widgets. */
export async function entitlementOptions(
  db: Db,
  master: { models: readonly string[]; systemPrompt: string },
): Promise<EntitlementOptions> {
  const [widgets, systemPrompts] = await Promise.all([
    db.selectDistinct({ model: configurators.model }).from(configurators),
    listPrompts(db, master.systemPrompt),
  ])
  const distinct = (texts: readonly (string | null)[]) => [
    ...new Set(texts.flatMap((text) => (text === null || text === '' ? [] : [text]))),
  ]
  return {
    models: distinct([...master.models, ...widgets.map(({ model }) => model)]),
    system_prompts: systemPrompts,
  }
}

function toWire(lists: EntitlementLists): Entitlements {
  return {
    allowed_tools: lists.allowedTools,
    allowed_authors: lists.allowedAuthors,
    allowed_models: lists.allowedModels,
    system_prompts: lists.systemPrompts,
  }
}
