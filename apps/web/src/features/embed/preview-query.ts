import type { LauncherIcon } from '@org/api-client'
import { launcherIcons, launcherLook } from '../../shared/launcher-look.ts'
import type { LoaderAttributes } from './loader-script.tsx'

/**
 * Reads the loader attributes of a preview URL: theme (default ultra), position (default bottom-right), open (default
 * true), width, height, hideLauncher (specification 2, section 2); and of the launcher accent, icon, radius and label.
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
  const label = query.get('label')
  if (label !== null) attributes['label'] = label
  const look = launcherLook(readLook(query))
  if (look !== '') attributes['look'] = look
  return attributes
}

// Values that are none are left out: nothing else of an address may become CSS.
function readLook(query: URLSearchParams) {
  const accent = query.get('accent') ?? ''
  const icon = query.get('icon') ?? ''
  const radius = Number(query.get('radius') ?? Number.NaN)
  return {
    accent: /^#[\da-f]{6}$/u.test(accent) ? accent : null,
    icon: isIcon(icon) ? icon : ('chat' as const),
    radius: radius >= 0 && radius <= 32 ? radius : null,
  }
}

function isIcon(name: string): name is LauncherIcon {
  return Object.hasOwn(launcherIcons, name)
}
