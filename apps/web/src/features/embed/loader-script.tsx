import { useEffect } from 'react'

/** The loader's attributes, by their names in `dataset`. */
export type LoaderAttributes = Readonly<Record<string, string>>

interface Loader {
  (command: string, ...rest: unknown[]): Promise<unknown>
  destroy?: (id?: string) => Promise<unknown>
}

declare global {
  interface Window {
    OrgChat?: Loader
  }
}

/** Puts the real loader into the page, as a site that embeds the widget does, and takes the widget out again. */
export function LoaderScript({ attributes }: { attributes: LoaderAttributes }) {
  const key = JSON.stringify(attributes)

  useEffect(() => {
    const script = document.createElement('script')
    script.src = '/static/embed-loader.js'
    script.async = true
    const wanted: LoaderAttributes = JSON.parse(key)
    Object.assign(script.dataset, wanted)
    document.head.append(script)
    const id = wanted['id'] ?? wanted['cfg']
    const takeOut = (): void => {
      const isWantedAgain = [...document.scripts].some(
        ({ dataset }) => (dataset['id'] ?? dataset['cfg']) === id,
      )
      if (!isWantedAgain) void window.OrgChat?.destroy?.(id)
    }
    return () => {
      script.remove()
      takeOut()
      // A script that is on its way runs all the same.
      script.addEventListener('load', takeOut)
    }
  }, [key])

  return null
}
