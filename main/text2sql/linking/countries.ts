import { once } from '../../../contract/once'

/** What comes from a country, by the country. */
export const demonyms: readonly (readonly [demonym: string, country: string])[] =
  `German Germany|French France|Italian Italy|Spanish Spain|Portuguese Portugal|British United Kingdom|British UK|Irish Ireland|Dutch Netherlands|Belgian Belgium|Swiss Switzerland|Austrian Austria|Danish Denmark|Swedish Sweden|Norwegian Norway|Finnish Finland|Polish Poland|Czech Czechia|Hungarian Hungary|Greek Greece|Turkish Türkiye|Turkish Turkey|Russian Russia|Ukrainian Ukraine|American United States|American USA|American US|European Europe|Asian Asia|African Africa|Canadian Canada|Mexican Mexico|Brazilian Brazil|Argentinian Argentina|Chinese China|Japanese Japan|Korean South Korea|Indian India|Australian Australia|Egyptian Egypt|Nigerian Nigeria|Kenyan Kenya`
    .split('|')
    .map((pair) => [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)] as const)

/** The country, of those that are given, that something comes from: Japan of "Japanese". Null where none is. */
export function countryOfDemonym(word: string, countries: readonly string[]): string | null {
  const said = word.toLowerCase().replace(/s$/, '')
  const names = demonyms
    .filter(([demonym]) => demonym.toLowerCase() === said)
    .map(([, country]) => country.toLowerCase())
  return countries.find((country) => names.includes(country.toLowerCase())) ?? null
}

/** What countries are called in a language, by their codes of two letters. */
export function namesOfCountries(language: string): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return new Map(
    codes.flatMap((code) => {
      const name = names.of(code)
      return name === undefined ? [] : [[code, name] as const]
    }),
  )
}

const names = once((): ReadonlySet<string> => {
  const all = [...namesOfCountries('en').values(), 'USA', 'US', 'UK', 'Europe', 'Asia', 'Africa']
  return new Set(all.map((name) => name.toLowerCase()))
})

/** Whether something is called as a country is in English, or as a continent. */
export const isCountry = (name: string): boolean => names().has(name.toLowerCase())
