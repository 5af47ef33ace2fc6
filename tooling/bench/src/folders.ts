import path from 'node:path'

export const packageFolder = path.resolve(import.meta.dirname, '..')

export const peersFolder = path.join(packageFolder, 'peers')

/** Where runs leave their JSON; kept out of the repository. */
export const reportsFolder = path.join(packageFolder, 'reports')

export const rootFolder = path.resolve(packageFolder, '../..')
