import type { RunningSandbox } from '../../sandbox';
import type { Checks } from './checks';
import { nodeType, type StoredCredential } from './flow';
import { withOwnService } from './ownService';
import { changedAs, parametersOf, type Description, type Parameters } from './recipe';
import type { Workbench } from './workbench';

/** What a check of a recipe works with. */
export interface RecipeStage {
	sandbox: RunningSandbox;
	credential: StoredCredential;
	description: Description;
	/** What the table of the recipe says to enter. */
	parameters: Parameters;
	/** The parameters after an entry of "Change it". */
	changedAs(title: string): Parameters;
}

/** A check that follows a page of docs/recipes, with a service of its own. @param type the node that the recipe adds */
export type AddRecipe = (
	recipe: string,
	says: string,
	work: (stage: RecipeStage) => Promise<void>,
	type?: string,
) => void;

export function recipesOf(checks: Checks, { session }: Workbench): AddRecipe {
	return (recipe, says, work, type = nodeType) =>
		checks.add(`recipe ${recipe}: ${says}`, async () => {
			const types = await session.nodeTypes<Description>();
			const description = types.find(({ name }) => name === type);
			if (description === undefined) throw new Error(`n8n has no node ${type}`);
			const parameters = parametersOf(recipe, description);
			const changed = (title: string) => changedAs(recipe, title, description, parameters);
			await withOwnService(session, recipe, 0, async (sandbox, credential) => {
				await work({ sandbox, credential, description, parameters, changedAs: changed });
			});
		});
}
