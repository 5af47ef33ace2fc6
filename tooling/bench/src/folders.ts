import path from 'node:path'

export const packageFolder = path.resolve(import.meta.dirname, '..')

export const peersFolder = path.join(packageFolder, 'peers')

/** Folder of the runs' JSON; ignored by git. */
export const reportsFolder = path.join(packageFolder, 'reports')

export const rootFolder = path.resolve(packageFolder, '../..')
