import { collectSchemas } from '../../schema';
import { AlternativesQuote } from './quote';

it('the units of a quote are numbers and not integers, and the API document says why [ALT-35] [ALT-37]', () => {
  const schemas = collectSchemas([AlternativesQuote], { closed: true });
  const units = ['AlternativesQuote', 'QuotedAlternative', 'QuotedUpstream'].map(
    (name) => (schemas[name].properties as Record<string, object>).judgment_units,
  );
  const described = expect.stringContaining('Need not be an integer') as string;
  expect(units).toEqual(Array(3).fill({ type: 'number', minimum: 0, description: described }));
});
