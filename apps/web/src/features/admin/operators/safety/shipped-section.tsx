import type { SafetyEntries, ShippedLine } from '@org/api-client'
import classes from '../../admin.module.css'
import list from '../entry-list.module.css'
import { languageName, regionName } from '../names.ts'
import { operatorTexts } from '../operators.texts.ts'
import { ScrollTable } from '../scroll-table.tsx'
import { Section } from '../../section.tsx'

const texts = operatorTexts.shipped

/** Read-only list of the phrases and lines that ship with the server. */
export function ShippedSection({ shipped, region }: Pick<SafetyEntries, 'shipped' | 'region'>) {
  const { version, phrases, rules, lines } = shipped
  return (
    <Section title={texts.title} open={false}>
      <p>{texts.text(rules, version)}</p>
      <p>{region === null ? texts.noRegion : texts.region(regionName(region))}</p>
      <h3>{texts.phrases}</h3>
      <p className={list.tags}>
        {phrases.map(({ language, count }) => (
          <span key={language} className={list.tag}>
            {languageName(language)}: {count}
          </span>
        ))}
      </p>
      <h3>{texts.lines}</h3>
      <ScrollTable label={texts.lines}>
        <thead>
          <tr>
            <th scope="col">{operatorTexts.lines.region}</th>
            <th scope="col">{operatorTexts.lines.name}</th>
            <th scope="col">{operatorTexts.lines.phone}</th>
            <th scope="col">{operatorTexts.lines.checked}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={`${line.region} ${line.kind} ${line.phone ?? line.url ?? ''}`} line={line} />
          ))}
        </tbody>
      </ScrollTable>
    </Section>
  )
}

function isKind(kind: string): kind is keyof typeof operatorTexts.kinds {
  return kind in operatorTexts.kinds
}

function Line({ line: { region, kind, phone, url, source, checked } }: { line: ShippedLine }) {
  return (
    <tr>
      <td>{region === 'INT' ? operatorTexts.entry.all : regionName(region)}</td>
      <td>{isKind(kind) ? operatorTexts.kinds[kind] : kind}</td>
      <td>
        <bdi>{phone ?? url}</bdi>
      </td>
      <td>
        {checked === null ? (
          <span className={classes.muted}>{texts.unchecked}</span>
        ) : (
          <a href={source} target="_blank" rel="noopener noreferrer">
            {checked}
          </a>
        )}
      </td>
    </tr>
  )
}
