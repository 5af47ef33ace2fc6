import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { peersFolder, rootFolder } from '../folders.ts'
import { brotli } from './sites.ts'

/** First script of a widget. */
export interface Loader {
  name: string
  /** Function of the script alone. */
  does: string
  /** In brotli. */
  bytes: number
}

const modules = path.join(peersFolder, 'node_modules')
const cloud = 'draws nothing: all else comes from its maker’s server, and could not be measured'
const sources = [
  {
    name: 'ours',
    does: 'draws the launcher, loads the rest when it is wanted',
    file: path.join(rootFolder, 'apps/widget/dist/static/embed-loader.js'),
  },
  {
    name: '@intercom/messenger-js-sdk',
    does: cloud,
    file: path.join(modules, '@intercom/messenger-js-sdk/dist/index.js'),
  },
  { name: '@stripe/stripe-js', does: cloud, file: path.join(modules, '@stripe/stripe-js/dist/index.mjs') },
  {
    name: '@rocket.chat/livechat',
    does: 'frames the widget at once, whose the launcher is',
    file: path.join(modules, '@rocket.chat/livechat/build/rocketchat-livechat.min.js'),
  },
  {
    name: '@calcom/embed-core',
    does: 'draws the launcher; the frame behind it is no part of the package',
    file: path.join(modules, '@calcom/embed-core/dist/embed/embed.js'),
  },
] as const

/** The loaders of those that have one, ours first. */
export async function measureLoaders(): Promise<Loader[]> {
  return Promise.all(
    sources.map(async ({ name, does, file }) => {
      const { length } = await brotli(await readFile(file))
      return { name, does, bytes: length }
    }),
  )
}
