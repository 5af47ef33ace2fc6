import type { ComponentProps, MouseEvent } from 'react'
import { useHref, useLocation, useMatch, useNavigate } from 'react-router'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'target'> {
  /** A path of the site. */
  to: string
}

/** A link to a page of the site. The router's own weighs 5 KB more (gzip) on every page: it can fetch ahead. */
export function Link({ to, children, ...rest }: LinkProps) {
  const href = useHref(to)
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const follow = (event: MouseEvent) => {
    // With any key it is the browser's: another tab or window, or a download.
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (event.button !== 0 || !isPlain || event.defaultPrevented) return
    event.preventDefault()
    void navigate(to, { replace: href === pathname + search + hash })
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}

export interface NavLinkProps extends LinkProps {
  /** True when only the exact path is current. @default false */
  end?: boolean
}

/** Link with `aria-current` while its page is displayed. */
export function NavLink({ end = false, ...rest }: NavLinkProps) {
  const isHere = useMatch({ path: rest.to, end }) !== null
  return <Link {...rest} aria-current={isHere ? 'page' : undefined} />
}
