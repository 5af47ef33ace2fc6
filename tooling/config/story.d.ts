// Stories in the Component Story Format (https://storybook.js.org/docs/api/csf), as far as the catalogue reads it: what
// is written so, Storybook and Ladle read too.

/** An element by its role and accessible name, as assistive technology finds it. */
export type Place = readonly [role: string, name: string]

/** What is so after a key was pressed. */
export type Outcome =
  | { readonly focus: Place }
  | { readonly shown: Place }
  | { readonly gone: Place }
  | { readonly checked: Place }
  | { readonly unchecked: Place }
  /** The text of a box, or what a slider says of its value. */
  | { readonly value: Place; readonly is: string }
  /** What a screen reader hears: the text of a status or an alert. */
  | { readonly said: string }
  /** A handler of the story's `argTypes` was called; with these arguments, where they are given. */
  | { readonly called: string; readonly with?: readonly unknown[] }

/** A key and what it does: pressed and looked at by the browser tests, and a line of docs/components.md. */
export interface KeyUse {
  /** Where the focus is before. */
  readonly on: Place
  /** Written there first, as on a keyboard. */
  readonly typed?: string
  /** Pressed one after the other, as Playwright calls them: `ArrowDown`, `Shift+Enter`. */
  readonly keys: readonly string[]
  readonly does: string
  readonly expect: readonly Outcome[]
}

/** What the catalogue and its tests want to know of a story beyond how it is rendered. */
export interface StoryParameters {
  /** `fullscreen`: the window is the component's own, as a flex column. @default 'padded' */
  readonly layout?: 'padded' | 'fullscreen'
  /** A selector of what has to be there before the story is whole: what comes with code of its own. */
  readonly awaits?: string
  /** Whether it shows nothing, and is right to. @default false */
  readonly invisible?: boolean
  readonly keyboard?: readonly KeyUse[]
}

/** What a story and the page around it are set to. */
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
  /** What brings it into its state, once it is in the page. */
  readonly play?: (context: { readonly canvasElement: HTMLElement }) => void
}
