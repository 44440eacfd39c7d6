const yearsIn = (text) => [...new Set(text.match(/\b(?:19|20)\d\d\b/g) ?? [])]

export const memory = {
  // What a session wants remembered: here it gets a tag for each year. Nothing returned: as it is.
  beforeStore({ memory: { text, tags } }) {
    const years = yearsIn(text)
    if (years.length > 0) return { tags: [...new Set([...tags, ...years])].slice(0, 10) }
  },
  // What a session is about to be given: the ids that it is given, in their order.
  recall({ question, memories }) {
    const asked = yearsIn(question.join(' '))
    const fits = ({ text }) => {
      const years = yearsIn(text)
      return asked.length === 0 || years.length === 0 || years.some((year) => asked.includes(year))
    }
    return memories.filter(fits).map(({ id }) => id)
  },
}
