// Stories in the Component Story Format (https://storybook.js.org/docs/api/csf), as far as the catalogue reads it: what
// is written so, Storybook and Ladle read too.

/** An element by its role and accessible name, as assistive technology finds it. */
export type Place = readonly [role: string, name: string]

/** Expected state after a key press. */
export type Outcome =
  | { readonly focus: Place }
  | { readonly shown: Place }
  | { readonly gone: Place }
  | { readonly checked: Place }
  | { readonly unchecked: Place }
  /** Value of an input, or `aria-valuetext` of a slider. */
  | { readonly value: Place; readonly is: string }
  /** Announced text: of a status or an alert. */
  | { readonly said: string }
  /** A handler of the story's `argTypes` was called; with these arguments, where they are given. */
  | { readonly called: string; readonly with?: readonly unknown[] }

/** A key and what it does: pressed and looked at by the browser tests, and a line of docs/components.md. */
export interface KeyUse {
  /** Element with the focus before. */
  readonly on: Place
  /** Written there first, as on a keyboard. */
  readonly typed?: string
  /** Pressed one after the other, as Playwright calls them: `ArrowDown`, `Shift+Enter`. */
  readonly keys: readonly string[]
  readonly does: string
  readonly expect: readonly Outcome[]
}

/** Parameters of a story for the catalogue and its tests. */
export interface StoryParameters {
  /** `fullscreen`: the window is the component's own, as a flex column. @default 'padded' */
  readonly layout?: 'padded' | 'fullscreen'
  /** A selector of what has to be there before the story is whole: what comes with code of its own. */
  readonly awaits?: string
  /** True for a story that renders nothing on purpose. @default false */
  readonly invisible?: boolean
  readonly keyboard?: readonly KeyUse[]
}

/** Globals of a story and its page. */
export interface StoryGlobals {
  /** @default 'ltr' */
  readonly dir?: 'ltr' | 'rtl'
}

interface Shared<Props> {
  readonly args?: Partial<Props>
  /** @default the component with its args */
  readonly render?: (args: Props) => unknown
  readonly parameters?: StoryParameters
  readonly globals?: StoryGlobals
}

/** The default export of a file of stories: what they share. */
export interface Meta<Props> extends Shared<Props> {
  /** Its place in the catalogue: the entry that exports it, and its name, as in `ui-kit/chat/Composer`. */
  readonly title: string
  readonly component: (props: Props) => unknown
  /** The handlers whose calls are recorded, each with its own name. */
  readonly argTypes?: { readonly [Name in keyof Props]?: { readonly action: Name } }
}

/** A named export of a file of stories: a component in one state. */
export interface Story<Props> extends Shared<Props> {
  /** Brings the story into its state after it is rendered. */
  readonly play?: (context: { readonly canvasElement: HTMLElement }) => void
}
