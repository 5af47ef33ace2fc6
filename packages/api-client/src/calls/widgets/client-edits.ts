import { list, oneOf } from '../../decode.ts'

/** A part of an appearance that an administrator may let a client change. */
export type ClientEdit = 'accent' | 'logo' | 'avatar' | 'welcome' | 'starters' | 'label'

/** Reads the parts that a client may change. */
export const clientEdits = list(oneOf('accent', 'logo', 'avatar', 'welcome', 'starters', 'label'))
