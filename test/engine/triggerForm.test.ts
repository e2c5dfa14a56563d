import { published, PublishedWorkflow, raw } from './support/trigger';
import { TriggerService } from './support/triggerService';

describe('The form of the trigger', () => {
	it('shows the events in words under the name of the node', async () => {
		const { credentials } = await TriggerService.start();
		const shown = (event: unknown) => new PublishedWorkflow(credentials, { event }).subtitle;
		expect(shown(['created', 'paid'])).toBe('Document Created, Document Paid');
		expect(shown(['processingFinished'])).toBe('Processing Finished or Failed');
	});

	it.each([
		['watch', { watch: 'everything' }, /^'Watch' expects one of the following values: /],
		['start', { start: 'Existing' }, /^'Start With' expects one of the following values: /],
		[
			'a switch',
			{ options: { allowAnyOrder: 'perhaps' } },
			/^'Allow Any Order' expects a boolean but we got /,
		],
		[
			'a filter',
			{ filters: { direction: 'perhaps' } },
			/^'Direction' expects one of the following values: /,
		],
	])(
		'refuses %s that no declaration allows, before anything is asked',
		async (_what, given, says) => {
			const service = await TriggerService.start(10);
			const publishing = published(service, { ...raw, event: ['paid'], ...given });
			await expect(publishing).rejects.toThrow(says);
			expect(service.asked).toBe(0);
		},
	);
});
