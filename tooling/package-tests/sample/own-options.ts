// Whoever compiles with exactOptionalPropertyTypes passes on options of one's own that may be undefined: everywhere that
// is the same as leaving them out.
import type * as charts from '@org/analytics-charts'
import type * as client from '@org/api-client'
import type * as engine from '@org/chat-engine'
import type * as aiSdk from '@org/chat-engine/ai-sdk'
import type * as devtools from '@org/chat-engine/devtools'
import type * as images from '@org/chat-engine/browser-images'
import type * as indexedDb from '@org/chat-engine/indexed-db'
import type * as openai from '@org/chat-engine/openai'
import type * as react from '@org/chat-engine/react'
import type * as solid from '@org/chat-engine/solid'
import type * as stores from '@org/chat-engine/stores'
import type * as svelte from '@org/chat-engine/svelte'
import type * as tabs from '@org/chat-engine/tabs'
import type * as testing from '@org/chat-engine/testing'
import type * as vue from '@org/chat-engine/vue'
import type * as citations from '@org/citations'
import type * as markdown from '@org/citations/markdown'
import type * as answer from '@org/citations/react'
import type * as parser from '@org/sse-parser'
import type * as theme from '@org/theme'
import type * as kit from '@org/ui-kit'
import type * as chat from '@org/ui-kit/chat'

/** The options with `undefined` for each that may be left out. */
type Undefinable<Options> = {
  [Key in keyof Options]: Partial<Pick<Options, Key>> extends Pick<Options, Key>
    ? Options[Key] | undefined
    : Options[Key]
}

type Refuses<Options> = Options extends (...given: never) => unknown
  ? never
  : Options extends object
    ? Undefinable<Options> extends Options
      ? never
      : true
    : never

/** The functions and components of a module whose options, or properties, do not take that. */
type RefusalsOf<Module> = {
  [Name in keyof Module]: Module[Name] extends (options: infer Options, ...rest: never) => unknown
    ? true extends Refuses<Options>
      ? Name
      : never
    : never
}[keyof Module]

type None<Names extends never> = Names

export type Refusals = [
  None<RefusalsOf<typeof charts>>,
  None<RefusalsOf<typeof client>>,
  None<RefusalsOf<typeof engine>>,
  None<RefusalsOf<typeof aiSdk>>,
  None<RefusalsOf<typeof devtools>>,
  None<RefusalsOf<typeof images>>,
  None<RefusalsOf<typeof indexedDb>>,
  None<RefusalsOf<typeof openai>>,
  None<RefusalsOf<typeof react>>,
  None<RefusalsOf<typeof solid>>,
  None<RefusalsOf<typeof stores>>,
  None<RefusalsOf<typeof svelte>>,
  None<RefusalsOf<typeof tabs>>,
  // A ref is no object of options.
  None<Exclude<RefusalsOf<typeof vue>, 'useComposer' | 'useMessage' | 'useStore' | 'useThread'>>,
  // A scripted transport takes methods: an undefined one counts as absent.
  None<Exclude<RefusalsOf<typeof testing>, 'createScriptedTransport'>>,
  None<RefusalsOf<typeof citations>>,
  None<RefusalsOf<typeof markdown>>,
  None<RefusalsOf<typeof answer>>,
  None<RefusalsOf<typeof parser>>,
  None<RefusalsOf<typeof theme>>,
  None<RefusalsOf<typeof kit>>,
  None<RefusalsOf<typeof chat>>,
  None<Refuses<client.CallOptions>>,
  None<Refuses<client.ChatInput>>,
  None<Refuses<client.PageOptions>>,
  None<Refuses<engine.SendInput>>,
  None<Refuses<react.ComposerChoice>>,
]
