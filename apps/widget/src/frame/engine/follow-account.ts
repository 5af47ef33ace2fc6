import type { ChatChoice, ChatView } from '@org/ui-kit/engine'

const noChoice: ChatChoice = { authors: [], tools: [] }

/**
 * Returns a function that takes the account of the frame, null for a visitor, whenever the server names it. Each account
 * has its own chosen authors and tools, which show interests, until the frame is closed. A visitor's choice becomes that
 * of the account that signs in.
 */
export function createAccountFollower({
  choice,
  editing,
  problem,
  limits,
}: ChatView): (account: string | null) => void {
  const choices = new Map<string, ChatChoice>()
  let shown: string | null = null

  return (account) => {
    if (account === shown) return
    const own = account === null ? undefined : choices.get(account)
    if (shown === null) {
      if (own !== undefined) choice.set(own)
    } else {
      choices.set(shown, choice.get())
      choice.set(own ?? noChoice)
      editing.set(null)
      problem.set(null)
      limits.set(new Map())
    }
    shown = account
  }
}
