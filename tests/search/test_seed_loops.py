"""The loops of older plans for this search, as people wrote them down: dense tensors in, tensors of any kind out."""

from __future__ import annotations

import pytest

from alphazero_sync import BatchedMCTSManager, TorchEvaluator
from darwindeck.errors import SearchError

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'darwindeck[torch]'")


class TwoArguments(torch.nn.Module):  # type: ignore[misc,name-defined]
    """Probabilities of the legal actions, and a value."""

    def __init__(self) -> None:
        super().__init__()
        self.body = torch.nn.Linear(8 * 8 * 119, 8)
        self.policy, self.value = torch.nn.Linear(8, 4672), torch.nn.Linear(8, 1)

    def forward(self, obs, masks):  # type: ignore[no-untyped-def]
        x = torch.relu(self.body(obs.flatten(1)))
        return torch.softmax(self.policy(x).masked_fill(masks == 0, -1e4), dim=1), torch.tanh(self.value(x))


def games(evaluator=None):  # type: ignore[no-untyped-def]
    return BatchedMCTSManager(num_games=8, num_simulations=20, batch_size=32, evaluator=evaluator)


def test_a_model_of_two_arguments_in_the_loop() -> None:
    torch.manual_seed(1)
    mcts, model = games(), TwoArguments()
    with torch.inference_mode():
        while not mcts.done:
            obs, masks, game_ids = mcts.collect_batch()
            assert obs.dtype == masks.dtype == torch.float32 and obs.shape[1:] == (8, 8, 119)
            policies, values = model(obs, masks)
            mcts.update_batch(game_ids, policies, values)
    assert mcts.get_stats()["simulations"] == 8 * 20


def test_answers_in_bfloat16_that_remember_their_gradient() -> None:
    torch.manual_seed(1)
    mcts, model = games(), TwoArguments()
    while not mcts.done:
        obs, masks, _ = mcts.search_batch()
        policies, values = (answer.to(torch.bfloat16) for answer in model(obs, masks))
        assert values.requires_grad
        mcts.update_with_results(policies, values)
    assert mcts.get_visit_counts().sum() == 8 * 20


def test_an_evaluator_with_buffers_of_its_own() -> None:
    """As with a captured graph: the batch is copied into the same tensors every time."""

    class Buffered:
        def __init__(self, model: torch.nn.Module) -> None:  # type: ignore[name-defined]
            self.model = model
            self.static_obs = torch.zeros((32, 8, 8, 119))
            self.static_mask = torch.zeros((32, 4672))

        def evaluate_batch(self, obs, masks):  # type: ignore[no-untyped-def]
            size = obs.shape[0]
            self.static_obs[:size].copy_(obs)
            self.static_mask[:size].copy_(masks)
            with torch.inference_mode():
                policy, value = self.model(self.static_obs, self.static_mask)
            return policy[:size].clone(), value[:size].clone()

    torch.manual_seed(1)
    model = TwoArguments()
    ours, theirs = games(TorchEvaluator(model, device="cpu").evaluate_batch), games(Buffered(model).evaluate_batch)
    ours.run()
    theirs.run()
    assert (ours.get_visit_counts() == theirs.get_visit_counts()).all()


def test_a_batch_is_written_into_tensors_of_the_caller() -> None:
    torch.manual_seed(1)
    mcts, model, plain = games(), TwoArguments(), games()
    obs_tensor, mask_tensor = torch.zeros((32, 8, 8, 119)), torch.zeros((32, 4672))
    with torch.inference_mode():
        while not mcts.done:
            actual_size, game_ids = mcts.collect_batch_to_tensor(obs_tensor, mask_tensor)
            obs, masks, _ = plain.collect_batch()
            assert torch.equal(obs_tensor[:actual_size], obs) and torch.equal(mask_tensor[:actual_size], masks)
            answer = TorchEvaluator(model, "cpu").evaluate_batch(obs_tensor, mask_tensor, actual_size)
            mcts.update_batch(game_ids, *answer)
            plain.update_with_results(*answer)
    for wrong in (torch.zeros((32, 8, 8, 118)), torch.zeros((32, 8, 8, 119), dtype=torch.float64)):
        with pytest.raises(SearchError, match="tensors"):
            games().collect_batch_to_tensor(wrong, mask_tensor)


def test_mixed_precision_and_a_model_of_one_argument() -> None:
    class OneArgument(torch.nn.Module):  # type: ignore[misc,name-defined]
        def forward(self, obs):  # type: ignore[no-untyped-def]
            return torch.ones((len(obs), 4672)), torch.zeros(len(obs))

    mcts = games(TorchEvaluator(OneArgument(), device="cpu", use_amp=True).evaluate_batch)
    mcts.run()
    assert mcts.done
