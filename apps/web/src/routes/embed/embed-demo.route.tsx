import { kit } from '@org/languages'
import { Answer } from '@org/citations/react'
import '@org/citations/styles.css'
import { Button } from '@org/ui-kit'
import { useState } from 'react'
import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/embed/embed.module.css'
import { embedTexts } from '../../features/embed/embed.texts.ts'
import { LoaderScript } from '../../features/embed/loader-script.tsx'

const themes = ['ultra', 'modern', 'ivory', 'aurora'] as const
const sources = [
  { number: 1, title: 'Magnesium', url: 'https://ods.od.nih.gov/factsheets/Magnesium-Consumer/' },
  { number: 2, title: 'Daily Values', url: 'https://www.fda.gov/food/nutrition-facts-label' },
]
const products = { 'Magnesium Glycinate': [{ name: 'Magnesium Glycinate', price: '$18.90' }] }
const nothing = (): void => undefined

/** /widgets/demo: the four themes, and what pills and citations look like. */
export function WidgetDemoRoute() {
  const [theme, setTheme] = useState<(typeof themes)[number] | null>(null)
  const { title, intro, themes: names, preview, answer } = embedTexts.demo
  return (
    <Page title={title}>
      <p>{intro}</p>
      <div className={classes.row}>
        {themes.map((name) => (
          <Button
            key={name}
            variant={name === theme ? 'primary' : 'secondary'}
            aria-pressed={name === theme}
            onClick={() => setTheme(name)}
          >
            {names[name]}
          </Button>
        ))}
      </div>
      <h2>{preview}</h2>
      <div className={classes.mock}>
        <Answer
          labels={kit.answer}
          text={answer}
          citations={sources}
          products={products}
          onCitation={nothing}
          onProduct={nothing}
        />
      </div>
      {theme !== null && <LoaderScript attributes={{ id: `demo-${theme}`, theme, open: 'true' }} />}
    </Page>
  )
}
