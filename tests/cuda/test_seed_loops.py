"""The loops of older plans on a CUDA device: tensors of the device in and out, captured graphs, half precisions."""

from __future__ import annotations

import torch

from alphazero_sync import BatchedMCTSManager, TorchEvaluator
from tests.search.test_batched import openings
from tests.search.test_seed_loops import TwoArguments

GAMES, BATCH = 8, 32


class Exact(TwoArguments):
    """Another value for every position, by whole numbers: the same bits on every device and in every precision."""

    def forward(self, obs, masks):  # type: ignore[no-untyped-def]
        weights = torch.arange(8 * 8 * 12, device=obs.device).view(8, 8, 12) * 7 % 61
        return masks, ((obs[..., :12] * weights).sum(dim=(1, 2, 3)) % 64 / 64 - 0.5)[:, None]


def games(evaluator=None):  # type: ignore[no-untyped-def]
    return BatchedMCTSManager(GAMES, 20, BATCH, evaluator, positions=openings(GAMES))


class Captured:
    """The whole network as one graph, with a batch of its own that is copied into."""

    def __init__(self, model: torch.nn.Module) -> None:
        self.model = model.to("cuda").to(memory_format=torch.channels_last)
        self.static_obs = torch.zeros((BATCH, 8, 8, 119), device="cuda", memory_format=torch.channels_last)
        self.static_mask = torch.zeros((BATCH, 4672), device="cuda")
        warm = torch.cuda.Stream()  # libraries are set up outside of the graph
        warm.wait_stream(torch.cuda.current_stream())
        with torch.inference_mode():
            with torch.cuda.stream(warm):
                self.model(self.static_obs, self.static_mask)
            warm.synchronize()
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph, capture_error_mode="thread_local"):
                self.static_policy, self.static_value = self.model(self.static_obs, self.static_mask)

    def evaluate_batch(self, obs, masks):  # type: ignore[no-untyped-def]
        size = obs.shape[0]
        with torch.inference_mode():
            self.static_obs[:size].copy_(obs)
            self.static_mask[:size].copy_(masks)
            self.graph.replay()
            return self.static_policy[:size].clone(), self.static_value[:size].clone()


def counts_of(manager: BatchedMCTSManager) -> list[list[int]]:
    manager.run()
    return manager.get_visit_counts().tolist()


def test_a_captured_network_grows_the_trees_of_the_cpu() -> None:
    expected = counts_of(games(TorchEvaluator(Exact(), device="cpu").evaluate_batch))
    assert counts_of(games(Captured(Exact()).evaluate_batch)) == expected
    assert counts_of(games(TorchEvaluator(Exact(), device="cuda").evaluate_batch)) == expected


def test_answers_on_the_device_in_half_precision() -> None:
    expected = counts_of(games(TorchEvaluator(Exact(), device="cpu").evaluate_batch))
    for dtype in (torch.float16, torch.bfloat16):
        mcts, model = games(), Exact()
        while not mcts.done:
            obs, masks, game_ids = mcts.collect_batch()
            policies, values = model(obs.to("cuda"), masks.to("cuda"))
            mcts.update_batch(game_ids, policies.to(dtype), values.to(dtype))
        assert mcts.get_visit_counts().tolist() == expected


def test_a_batch_is_written_into_tensors_of_the_device() -> None:
    torch.manual_seed(1)
    mcts, plain, evaluator = games(), games(), TorchEvaluator(TwoArguments(), "cuda", use_amp=True)
    obs_tensor, mask_tensor = torch.zeros((BATCH, 8, 8, 119), device="cuda"), torch.zeros((BATCH, 4672), device="cuda")
    while not mcts.done:
        actual_size, game_ids = mcts.collect_batch_to_tensor(obs_tensor, mask_tensor)
        obs, masks, _ = plain.collect_batch()
        assert torch.equal(obs_tensor[:actual_size].cpu(), obs) and torch.equal(mask_tensor[:actual_size].cpu(), masks)
        answer = evaluator.evaluate_batch(obs_tensor, mask_tensor, actual_size)
        assert answer[0].is_cuda and answer[0].dtype == torch.float32
        mcts.update_batch(game_ids, *answer)
        plain.update_with_results(*answer)
    assert mcts.get_stats()["simulations"] == GAMES * 20
