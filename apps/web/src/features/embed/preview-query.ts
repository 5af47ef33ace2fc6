import type { LoaderAttributes } from './loader-script.tsx'

/**
 * Reads the loader attributes of a preview URL: theme (default ultra), position (default bottom-right), open (default
 * true), width, height, hideLauncher (specification 2, section 2).
 */
export function previewAttributes(cfg: string, query: URLSearchParams): LoaderAttributes {
  const attributes: Record<string, string> = {
    cfg,
    id: 'preview',
    theme: query.get('theme') ?? 'ultra',
    position: query.get('position') ?? 'bottom-right',
    open: query.get('open') ?? 'true',
  }
  for (const name of ['width', 'height', 'hideLauncher']) {
    const value = query.get(name)
    if (value !== null) attributes[name] = value
  }
  return attributes
}
