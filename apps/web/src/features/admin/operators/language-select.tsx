import { Select } from '@org/ui-kit'
import { languageName, safetyLanguages } from './names.ts'

type Language = (typeof safetyLanguages)[number]

/** The choice of a language that the server reads. */
export function LanguageSelect({
  label,
  description,
  value,
  onValueChange,
}: {
  label: string
  description?: string
  value: string
  onValueChange: (language: Language) => void
}) {
  return (
    <Select<string>
      label={label}
      description={description}
      options={safetyLanguages.map((code) => ({ value: code, label: languageName(code) }))}
      value={value}
      onValueChange={(chosen) => {
        const language = safetyLanguages.find((code) => code === chosen)
        if (language !== undefined) onValueChange(language)
      }}
    />
  )
}
