import { z } from 'zod'

/** Parts of an appearance that an administrator may let a client change. */
export const clientEditSchema = z.enum(['accent', 'logo', 'avatar', 'welcome', 'starters', 'label'])

/** A part of an appearance that an administrator may let a client change. */
export type ClientEdit = z.infer<typeof clientEditSchema>
