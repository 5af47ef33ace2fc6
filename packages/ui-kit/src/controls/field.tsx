import type { ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'
import { VisuallyHidden } from '../base/visually-hidden.tsx'
import classes from './field.module.css'

/** Texts that every labelled control shares. */
export interface FieldTexts {
  label: ReactNode
  /** Keeps the label for screen readers alone. @default false */
  labelHidden?: boolean | undefined
  /** Stands under the label. */
  description?: ReactNode
  /** Stands under the control in red, and marks it as invalid. */
  error?: ReactNode
}

/** The attributes that tie a control to its texts. */
export function fieldAria(id: string, { description, error }: FieldTexts, described?: string) {
  const ids = [described, isSaid(description) && `${id}-description`, isSaid(error) && `${id}-error`]
  const describedBy = ids.filter(Boolean).join(' ')
  return {
    ...(describedBy !== '' && { 'aria-describedby': describedBy }),
    ...(isSaid(error) && { 'aria-invalid': true }),
  }
}

/** The label, description and error around a control whose id is `id`. */
export function Field({
  id,
  label,
  labelHidden = false,
  description,
  error,
  children,
}: FieldTexts & { id: string; children: ReactNode }) {
  const text = (
    <label className={classes['label']} htmlFor={id}>
      {label}
    </label>
  )
  return (
    <div className={classes['field']}>
      {labelHidden ? <VisuallyHidden>{text}</VisuallyHidden> : text}
      {isSaid(description) && (
        <p id={`${id}-description`} className={classes['description']}>
          {description}
        </p>
      )}
      {children}
      {isSaid(error) && (
        <p id={`${id}-error`} className={classes['error']}>
          {error}
        </p>
      )}
    </div>
  )
}

/** The class of a text control. */
export function controlClassName(...extra: readonly (string | undefined)[]): string {
  return classNames(classes['control'], ...extra)
}

function isSaid(text: ReactNode): boolean {
  return text !== undefined && text !== null && text !== false && text !== ''
}
