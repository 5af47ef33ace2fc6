import type { OpeningHours } from '@org/api-client'
import { currentLanguage } from '@org/languages'
import { Checkbox, Select, TextArea, TextField } from '@org/ui-kit'
import classes from '../steps/appearance/appearance.module.css'
import editor from './handover.module.css'
import { handoverTexts as texts } from './handover.texts.ts'
import type { HandoverForm, HandoverValues } from './use-handover-settings.ts'

const usual = { from: '09:00', to: '17:00' }

/** Weekdays in the language of the page, from Monday. 2024 began on a Monday. */
function weekdays(): string[] {
  const format = new Intl.DateTimeFormat(currentLanguage(), { weekday: 'long', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, 1 + day)))
}

/** Opening hours by weekday, and the text outside of them. */
export function HoursFields({
  values,
  form: { flaws, change },
}: {
  values: HandoverValues
  form: HandoverForm
}) {
  const { hours } = values
  const setHours = (changed: OpeningHours) => change({ hours: changed })
  const setDay = (index: number, day: OpeningHours['days'][number]) => {
    if (hours !== null) setHours({ ...hours, days: hours.days.map((old, at) => (at === index ? day : old)) })
  }
  return (
    <fieldset className={classes.group}>
      <legend>{texts.hours}</legend>
      <Checkbox
        label={texts.limited}
        description={texts.limitedHint}
        checked={hours !== null}
        onCheckedChange={(isLimited) => change({ hours: isLimited ? usualWeek() : null })}
      />
      {hours !== null && (
        <>
          <Select
            label={texts.zone}
            value={hours.zone}
            options={zones(hours.zone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
            onValueChange={(zone) => setHours({ ...hours, zone })}
          />
          <ul className={editor.week}>
            {weekdays().map((name, index) => {
              const day = hours.days[index] ?? null
              return (
                <li key={name}>
                  <Checkbox
                    label={name}
                    aria-label={texts.day(name)}
                    checked={day !== null}
                    onCheckedChange={(isOpen) => setDay(index, isOpen ? usual : null)}
                  />
                  {day === null ? (
                    <span className={editor.closed}>{texts.closed}</span>
                  ) : (
                    <div className={editor.times}>
                      {(['from', 'to'] as const).map((edge) => (
                        <TextField
                          key={edge}
                          label={texts[edge](name)}
                          labelHidden
                          type="time"
                          required
                          value={day[edge]}
                          onValueChange={(clock) => clock !== '' && setDay(index, { ...day, [edge]: clock })}
                        />
                      ))}
                    </div>
                  )}
                </li>
              )
            })}
          </ul>
          {flaws.has('hours') && (
            <p role="alert" className={editor.error}>
              {texts.hoursInvalid}
            </p>
          )}
        </>
      )}
      <TextArea
        label={texts.outside}
        description={texts.outsideHint}
        rows={2}
        maxLength={500}
        value={values.outside}
        onValueChange={(outside) => change({ outside })}
      />
    </fieldset>
  )
}

/** Weekdays from nine to five, in the time zone of the browser. */
function usualWeek(): OpeningHours {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return { zone: timeZone, days: Array.from({ length: 7 }, (_, day) => (day < 5 ? usual : null)) }
}

function zones(current: string): string[] {
  return [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted()
}
