// What a value of each unit becomes, and how.
const metric = {
  miles: ['kilometres', (value) => value * 1.609344],
  pounds: ['kilograms', (value) => value * 0.45359237],
  fahrenheit: ['celsius', (value) => ((value - 32) * 5) / 9],
}
const imperial = {
  kilometres: ['miles', (value) => value / 1.609344],
  kilograms: ['pounds', (value) => value / 0.45359237],
  celsius: ['fahrenheit', (value) => (value * 9) / 5 + 32],
}

function convert(units, { value, unit }) {
  const [target, reckon] = units[unit]
  return { value, unit, result: Math.round(reckon(value) * 10_000) / 10_000, resultUnit: target }
}

export const tools = {
  to_metric: (input) => convert(metric, input),
  to_imperial: (input) => convert(imperial, input),
}
