/** The part of a window that is used; `trustedTypes` is missing in browsers without Trusted Types. */
interface PolicyHost {
  trustedTypes?: {
    createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => HtmlPolicy
  }
}

interface HtmlPolicy {
  createHTML: (html: string) => string
}

let policy: HtmlPolicy | undefined

/**
 * Marks HTML that `@org/citations` has sanitised as trusted, for a parser that makes an inert document of it. A page
 * with Trusted Types allows the policy `org-answers`.
 */
export function trustSanitised(html: string): string {
  const { trustedTypes }: PolicyHost & Pick<Window, 'location'> = window
  if (trustedTypes === undefined) return html
  policy ??= trustedTypes.createPolicy('org-answers', { createHTML: (given) => given })
  return policy.createHTML(html)
}
