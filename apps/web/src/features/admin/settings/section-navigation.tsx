import { useEffect } from 'react'
import { adminTexts } from '../admin.texts.ts'
import { evaluationTexts } from '../evaluations/evaluations.texts.ts'
import { sectionIds } from './section-ids.ts'
import classes from './section-navigation.module.css'

const sections: readonly { id: string; title: string }[] = [
  { id: sectionIds.prompts, title: adminTexts.prompts.title },
  { id: sectionIds.model, title: adminTexts.model.title },
  { id: sectionIds.tool, title: adminTexts.tool.title },
  { id: sectionIds.drafts, title: evaluationTexts.drafts.title },
  { id: sectionIds.history, title: adminTexts.history.title },
  { id: sectionIds.debug, title: adminTexts.debug.title },
  { id: sectionIds.lookup, title: adminTexts.lookup.title },
  { id: sectionIds.entitlements, title: adminTexts.editor.title },
]

/** Links to the sections of the Admin Dashboard. A folded section unfolds before the browser scrolls to it. */
export function SectionNavigation() {
  // The sections render after the browser has looked for the fragment of the address.
  useEffect(() => {
    const id = window.location.hash.slice(1)
    if (sections.some((section) => section.id === id)) unfold(id)?.scrollIntoView()
  }, [])
  return (
    <nav className={classes.navigation} aria-label={adminTexts.sections}>
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={() => unfold(id)}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function unfold(id: string): HTMLElement | null {
  const section = document.getElementById(id)
  if (section instanceof HTMLDetailsElement) section.open = true
  return section
}
