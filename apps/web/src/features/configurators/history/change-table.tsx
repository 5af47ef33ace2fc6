import { changedFields, type FormValues } from '../editor/configurator-form.ts'
import classes from '../configurators.module.css'
import { configuratorsTexts as texts } from '../configurators.texts.ts'
import { describeValue } from './describe-value.ts'

/** Table of the changed fields between two states of a widget. */
export function ChangeTable({
  before,
  after,
  beforeLabel = texts.changes.before,
  afterLabel = texts.changes.after,
  emailOf,
}: {
  before: FormValues
  after: FormValues
  beforeLabel?: string
  afterLabel?: string
  emailOf: (clientId: string) => string
}) {
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">{texts.changes.field}</th>
          <th scope="col">{beforeLabel}</th>
          <th scope="col">{afterLabel}</th>
        </tr>
      </thead>
      <tbody>
        {changedFields(before, after).map((field) => (
          <tr key={field}>
            <th scope="row">{texts.fields[field]}</th>
            <td>{describeValue(before, field, emailOf)}</td>
            <td>{describeValue(after, field, emailOf)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
