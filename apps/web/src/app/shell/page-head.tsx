import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { brand } from '../brand.ts'

/** Title and metadata of a page. */
export interface PageHeadProps {
  /** Stands before the brand in the window's title. */
  title?: string | undefined
  /** One or two sentences for search results and link previews. @default the brand's own */
  description?: string | undefined
  /** True to let search engines index the page. @default true */
  indexed?: boolean | undefined
}

/** A page's title and meta elements. React puts them into the head, and takes them away with the page. */
export function PageHead({ title, description = brand.description, indexed = true }: PageHeadProps) {
  const { pathname } = useLocation()
  const origin = useSyncExternalStore(unchanging, currentOrigin, () => brand.origin)
  const whole = title === undefined ? brand.name : `${title} · ${brand.name}`
  return (
    <>
      <title>{whole}</title>
      <meta name="description" content={description} />
      {indexed ? (
        <>
          {origin !== '' && <link rel="canonical" href={origin + pathname} />}
          {origin !== '' && <meta property="og:url" content={origin + pathname} />}
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={brand.name} />
          <meta property="og:title" content={title ?? brand.name} />
          <meta property="og:description" content={description} />
          <meta property="og:image" content={`${origin}${brand.preview.file}`} />
          <meta property="og:image:alt" content={brand.preview.alt} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  )
}

function currentOrigin(): string {
  return brand.origin === '' ? window.location.origin : brand.origin
}

function unchanging(): () => void {
  return () => {}
}
